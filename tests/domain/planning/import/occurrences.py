"""Occurrences of calendar files as an independent reader has them (recurring-ical-events, PyPI).

Usage: occurrences.py FROM TO FILE… prints one JSON object: file -> [[uid, start], …] or null.
Days are told as days, times as UTC. Times without a zone are those of Paris.
"""

import datetime
import json
import sys
import zoneinfo

import icalendar
import recurring_ical_events

PARIS = zoneinfo.ZoneInfo("Europe/Paris")


def told(value):
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    aware = value if value.tzinfo else value.replace(tzinfo=PARIS)
    return aware.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")


def occurrences(path, start, end):
    with open(path, "rb") as file:
        calendars = icalendar.Calendar.from_ical(file.read(), multiple=True)
    found = []
    for calendar in calendars:
        query = recurring_ical_events.of(calendar, skip_bad_series=True)
        for event in query.between(start, end):
            if str(event.get("STATUS", "")).upper() == "CANCELLED":
                continue
            found.append([str(event.get("UID", "")), told(event.start)])
    return sorted(found)


def main():
    start, end, *files = sys.argv[1:]
    day = datetime.date.fromisoformat
    read = {}
    for path in files:
        try:
            read[path] = occurrences(path, day(start), day(end))
        except Exception as error:  # a file that it cannot read is no witness
            print(f"{path}: {error}", file=sys.stderr)
            read[path] = None
    json.dump(read, sys.stdout)


main()
