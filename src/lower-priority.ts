import { setPriority } from "node:os";

/** Lets other threads go first. On Linux each thread has a priority of its own; elsewhere it would slow the whole process down. */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(10);
}
