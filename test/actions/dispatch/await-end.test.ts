import { expect, it } from "@jest/globals";
import type { Access } from "../../../src/actions/action-reach.js";
import { awaitEnd } from "../../../src/actions/dispatch/await-end.js";
import type { DispatchParts, Execution } from "../../../src/actions/dispatch/execution.js";

it("a repeated request whose API stops while it waits hears that the first one may be under way", async () => {
  const limitMs = 60_000;
  const parts = { ends: { limitMs, waitForEnd: async () => null } } as unknown as DispatchParts;
  const execution = { action: { finish: { awaits: () => "draft" } }, caller: {} } as unknown as Execution;
  const repeated = (firstMsAgo: number) =>
    awaitEnd(parts, execution, {} as Access, { result: {}, replayed: true, firstMsAgo });
  await expect(repeated(limitMs * 0.7)).rejects.toMatchObject({ code: "conflict" });
  expect(await repeated(limitMs)).toMatchObject({ replayed: true });
});
