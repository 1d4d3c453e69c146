import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";

/** A thing is closed by the first of these that it has: `end` is of Postgres's client, `teardown` of Temporal's environment. */
const ways = ["close", "end", "stop", "destroy", "teardown"] as const;
type Closable = { [Way in (typeof ways)[number]]?: () => unknown };

/** Closes the latest first, since it may need those before; and those also where it can't be closed. */
async function closeAll(open: object[]): Promise<void> {
  const latest: Closable | undefined = open.pop();
  if (!latest) return;
  const way = ways.find((one) => latest[one]);
  try {
    if (way) await latest[way]?.();
  } finally {
    await closeAll(open);
  }
}

const open: Record<"file" | "test", object[]> = { file: [], test: [] };
afterEach(() => closeAll(open.test));
afterAll(() => closeAll(open.file));

/** Stands for what a hook makes later, perhaps anew for each test, so that a file can name it at once as a constant. */
function madeLater<T extends object>(make: () => T | Promise<T>, isOpen: object[]) {
  let made: T | undefined;
  const forward =
    (trap: keyof typeof Reflect) =>
    (_target: T, ...rest: unknown[]) => {
      if (!made) throw new Error("not made yet: it can be used in tests, hooks and what is made after it");
      return (Reflect[trap] as (...given: unknown[]) => unknown)(made, ...rest);
    };
  const handler = new Proxy({}, { get: (_, trap) => forward(trap as keyof typeof Reflect) });
  const remake = async () => {
    made = await make();
    isOpen.push(made);
  };
  return { given: new Proxy({} as T, handler), remake };
}

/** What all tests of a file use: made before the first of them, closed after the last, and before what the file closes by `afterAll`. */
export function forAllTests<T extends object>(make: () => T | Promise<T>): T {
  const { given, remake } = madeLater(make, open.file);
  beforeAll(remake);
  return given;
}

/** What each test of a file has for itself: made before it, closed after it. */
export function forEachTest<T extends object>(make: () => T | Promise<T>): T {
  const { given, remake } = madeLater(make, open.test);
  beforeEach(remake);
  return given;
}

/** Has what a test made for itself closed after it, though the test should fail. */
export function closedAfterTest<T extends object>(made: T): T {
  open.test.push(made);
  return made;
}
