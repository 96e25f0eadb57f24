#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads a calendar file from standard input and tells what is in it: with the icalendar of Debian
(python3-icalendar) where that is installed, and always by hand."""
import sys


def by_hand(data):
    """The events as (date, yearly, summary), after what RFC 5545 asks of the lines."""
    assert data.endswith(b"\r\n") and b"\n" not in data.replace(b"\r\n", b"")
    lines = data.split(b"\r\n")[:-1]
    assert all(len(line) <= 75 for line in lines), "a line is too long"
    for line in lines:
        line.decode("utf-8")
    events, event = [], None
    for line in data.replace(b"\r\n ", b"").decode("utf-8").split("\r\n")[:-1]:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            event = {}
        elif line == "END:VEVENT":
            events.append((event["DTSTART"], event["RRULE"], event["SUMMARY"]))
            assert event["UID"] and event["DTSTAMP"]
        elif event is not None:
            key = name.split(";")[0]
            assert key not in event, key
            for sign in "\\,;":
                value = value.replace("\\" + sign, sign)
            event[key] = value
    return events


def by_icalendar(data):
    from icalendar import Calendar

    calendar = Calendar.from_ical(data)
    assert str(calendar["VERSION"]) == "2.0" and calendar["PRODID"]
    return [
        (
            event.decoded("DTSTART").strftime("%Y%m%d").rjust(8, "0"),
            event["RRULE"].to_ical().decode(),
            str(event["SUMMARY"]),
        )
        for event in calendar.walk("VEVENT")
    ]


data = sys.stdin.buffer.read()
events = by_hand(data)
try:
    other = by_icalendar(data)
except ImportError:
    other = events
assert events == other, "two readers disagree"
print(len(events), "events")
for date, rule, summary in events:
    if len(events) < 5:
        print(date, rule, summary)
