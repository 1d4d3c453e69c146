import { clockChanges, testItalianDates, testOverClockChanges } from "../support/clock-changes.js";

// One change each; `test/soak` goes through all of them.
testOverClockChanges(clockChanges("Europe/Rome", "March"));
testItalianDates(clockChanges("Europe/Rome", "October"));
