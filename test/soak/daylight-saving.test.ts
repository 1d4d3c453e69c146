import { clockChanges, testItalianDates, testOverClockChanges } from "../support/clock-changes.js";

testOverClockChanges([...clockChanges("Europe/Rome"), ...clockChanges("America/New_York")]);
testItalianDates(clockChanges("Europe/Rome"));
