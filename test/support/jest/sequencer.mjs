import Sequencer from "@jest/test-sequencer";

/** The files that take longest, with about as many seconds: most of them wait more than they work. */
const slow = [
  ["launch/crash", 45],
  ["daylight-saving", 40],
  ["launch/start", 40],
  ["sign-in-walk", 35],
  ["hostile-texts", 30],
  ["relay", 30],
  ["launch/lost-temporal", 28],
  ["draft-document", 28],
  ["killed-worker", 28],
  ["workflows/deadline", 26],
  ["in-browser", 24],
  ["workflows/follow-up", 20],
  ["ai-waiting", 20],
  ["workflows/", 15],
  ["admin/", 14],
  ["email", 14],
  ["provision-temporal", 14],
];
const secondsOf = ({ path }) => slow.find(([part]) => path.includes(part))?.[1] ?? 0;

/** Begins with the slow ones, so that at the end no worker runs one of them while the others have nothing left to do. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
