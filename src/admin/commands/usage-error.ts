/** A command that was called in a wrong way: its exit code is 2. */
export class UsageError extends Error {}
