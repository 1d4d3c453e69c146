import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";

interface Closable {
  close?: () => unknown;
  /** so for Postgres's client */
  end?: () => unknown;
}

/** Closes the latest first, since it may need those before. */
async function closeAll(open: object[]): Promise<void> {
  for (const one of open.splice(0).reverse() as Closable[]) await (one.close ? one.close() : one.end?.());
}
const open: Record<"file" | "test", object[]> = { file: [], test: [] };
afterEach(() => closeAll(open.test));
afterAll(() => closeAll(open.file));

/** An object by which a file can name what is made later, and made anew: all that is done to it is done to the latest one. */
function madeLater<T extends object>(make: () => T | Promise<T>, isOpen: object[]) {
  let made: T | undefined;
  const forward =
    (trap: keyof typeof Reflect) =>
    (_target: T, ...rest: unknown[]) => {
      if (!made) throw new Error("what a test uses is made only before it");
      return (Reflect[trap] as (...given: unknown[]) => unknown)(made, ...rest);
    };
  const handler = new Proxy({}, { get: (_, trap) => forward(trap as keyof typeof Reflect) });
  const remake = async () => {
    made = await make();
    isOpen.push(made);
  };
  return { given: new Proxy({} as T, handler), remake };
}

/** What all tests of a file use: made before the first of them, closed after the last. */
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
