"""Unit tests against the faults that no case has found."""
import concurrent.futures
import glob
import os
import re
import resource
import select
import signal
import subprocess
import tempfile
import time

# What asks the Laws, the quick ones first: targets of the build, or files of tests/cli.
QUICK = [f"tests/test_{name}" for name in (
    "boards rulings record record_chance ruling_text state silence pgn_write clock time_control result regulations option rulebook edition cited event event_errors event_make "
    "event_texts event_property case case_editions case_errors case_expectation claims can explain glossary opposition terms_lines terms terms_gambits almanac day rating calendar "
    "announce announce_said hearing announce_property languages braille braille_errors retro retro_back "
    "game game_memory guide_adjourned envelope review history_hands sheet texts_own_words verdict_text diagram lot problem problem_limits problem_popeye problem_kernels problem_trees problem_parts themes themes_random").split()]
QUICK += ["fuzz/fuzz_transcript", "fuzz/fuzz_case", "fuzz/fuzz_event", "fuzz/fuzz_settings", "fuzz/fuzz_popeye"]
# The slow ones, each with the files whose faults it can be expected to find.
SLOW = {
    "tests/test_transcript": "src/laws|src/game",
    "tests/test_explorer": "src/laws|src/clock|src/game/game|src/game/hearing",
    "tests/test_problem_random": "src/problem",
    "tests/test_retro_arise": "src/retro",
    "tests/test_terms_random": "src/terms",
    "tests/test_terms_endings": "src/terms",
    "tests/test_terms_knights": "src/terms/draws",
    "cli judge.test": "ruling|case_|expectation|event_|verdict",
    "cli laws.test": "edition|cited|rulebook",
    "cli pgn.test": "game_pgn|review|claims",
    "cli explain.test": "explain|glossary|cited|edition",
    "tests/test_hall_seats": "can|state|regulations|silence",
    "tests/test_hall_laws": "can|state|regulations|silence|ruling|edition",
    "tests/test_hall_hidden": "silence|can|state",
    "tests/test_hall_record": "game_pgn|journal|case_write|event_write",
}
# The prover is asked after every move of every game, and would keep all cases and tests busy: its faults are shown to its own tests alone.
PROOF = [f"tests/test_proof{name}" for name in (
    "_replay _solo _parts _positions _memory _walls _pawn _stages _generated _closed _work _certificate").split() + [""]]
# So many of them serve the sample too.
SLOW_OF_SAMPLE = 2


def libraries(build):
    """The library without faults, for what is not rewritten."""
    found = [f"{build}/src/libarbitro.a"]
    return found + sorted(glob.glob(f"{build}/src/*/libkernel_*.a"))


def link(target, objects, out, build):
    """The program with the rewritten objects before the library, which then only fills the gaps."""
    program = f"{out}/{os.path.basename(target)}"
    done = subprocess.run(["ninja", "-C", build, "-t", "commands", target], capture_output=True,
                          text=True, check=True)
    command = done.stdout.strip().splitlines()[-1]
    command = command.replace(f"-o {target} ", f"-o {program} {' '.join(objects)} ", 1)
    subprocess.run(command, shell=True, cwd=build, check=True)
    return program


def command_of(test, objects, out, build):
    """What runs a test of the lists above."""
    if test.startswith("cli "):
        return ["tests/cli/run.sh", *test.split()[1:]]
    program = link(test, objects, out, build)
    return [program, f"fuzz/corpus/{os.path.basename(test)}"] if test.startswith("fuzz/") else [program]


def environment(out, **more):
    own = {"ARB_PROGRAM": f"{out}/arbitro", "ARB_TEST_DATA": os.path.abspath("tests"),
           "CC": "cc", "CMOCKA_MESSAGE_OUTPUT": "TAP", "CMOCKA_TEST_ABORT": "1", "ARB_TEST_SCALE": "50"}
    return {**os.environ, **own, **more, "PATH": os.environ["PATH"] + ":/usr/games"}


def passes(command, env, limit, work=None):
    """Whether it ends well within `limit` seconds, and `work` seconds of the processor; and how many of these it took.

    In a session of its own, so that what it has started ends with it."""
    with tempfile.TemporaryFile() as nowhere:
        child = subprocess.Popen(command, env=env, stdout=nowhere, stderr=nowhere, stdin=subprocess.DEVNULL,
                                 start_new_session=True)
        if work:  # a loop without an end uses them up on any machine, however busy
            resource.prlimit(child.pid, resource.RLIMIT_CPU, (work, work))
        ended = os.pidfd_open(child.pid)
        in_time = bool(select.select([ended], [], [], limit)[0])
        os.close(ended)
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return in_time and child.returncode == 0, used.ru_utime + used.ru_stime


def look(test, command, count, out):
    """What a test reaches without any fault, a byte for each; and how long it may take with one, and how much work."""
    begin = f"{out}/reached.{re.sub('[^a-z_]', '_', test)}"
    for old in glob.glob(begin + ".*"):
        os.remove(old)
    began = time.monotonic()
    good, work = passes(command, environment(out, ARB_MUTANT_REACHED=begin), 300)
    if not good:
        raise SystemExit(f"tools/mutate: {test} fails without any fault")
    took = time.monotonic() - began
    reached = bytearray(count)
    for name in glob.glob(begin + ".*"):
        with open(name, "rb") as file:
            reached = bytearray(a | b for a, b in zip(reached, file.read()))
        os.remove(name)
    return reached, (10 * took + 10, int(10 * work) + 2)


def is_of_the_prover(fault):
    return fault.file.startswith("src/proof/")


def serves(test, fault):
    """Is the fault one that the test can be expected to find?"""
    if test in PROOF or is_of_the_prover(fault):
        return test in PROOF and is_of_the_prover(fault)
    return re.search(SLOW.get(test, ""), fault.file)


def is_of_a_table(fault):
    return fault.function == "table"


def run(left, kept, count, objects, out, build, jobs, quick):
    """{number: the name of the test that found it, or ""}"""
    found = {fault.number: "" for fault in left}
    if not left:
        return found
    build = os.path.abspath(build)
    tests = QUICK + PROOF + list(SLOW)[:SLOW_OF_SAMPLE if quick else None]
    tests = [test for test in tests if any(serves(test, fault) for fault in left)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        if not quick:
            link("arbitro", objects, out, build)
        commands = list(pool.map(lambda test: command_of(test, objects, out, build), tests))
        looks = list(pool.map(lambda at: look(at[0], at[1], count, out), zip(tests, commands)))

        def seek(fault):
            for test, command, (reached, limits) in zip(tests, commands, looks):
                if not reached[fault.number] and not is_of_a_table(fault) or not serves(test, fault):
                    continue
                if not passes(command, environment(out, ARB_MUTANT=str(fault.number)), *limits)[0]:
                    return test
            return ""

        for fault, name in zip(left, pool.map(seek, left)):
            found[fault.number] = name
            kept.add([fault], found)
    return found
