import { beforeEach, describe, expect, it } from "@jest/globals";
import { startFlyingTime } from "../support/flying-time.js";
import { forEachTest } from "../support/for-tests.js";
import { signedIn, visitor } from "../support/visitor.js";

const time = forEachTest(startFlyingTime);
const me = forEachTest(() => signedIn(time.api, time.owner));
beforeEach(async () => {
  await me.visit("/settings/members");
});

const guest = "ospite@altrove.test";
async function invite(): Promise<string> {
  await me.submit("/settings/members/invite", { email: guest, role: "viewer" });
  const { id } = await time.one<{ id: string }>("select id from account_link where email = $1", guest);
  return `send-account-mail:${id}`;
}
const linkIn = (text = ""): string => /http:\/\/localhost:3000(\/\S+)/.exec(text)?.[1] ?? "";

describe("an account's mail", () => {
  it("carries in Italian the link that opens, and no history holds its token or the address", async () => {
    const workflowId = await invite();
    expect(await time.result(workflowId)).toBe("sent");
    const [mail] = time.smtp.messages;
    expect(mail).toMatchObject({ to: [guest], subject: "Invito a Studio Tecnico Prova su Pratica" });
    expect(mail?.text).toContain(`${time.owner.name} ti invita`);
    const path = linkIn(mail?.text);
    expect((await visitor(time.api).visit(path)).text).toContain("Join Studio Tecnico Prova");
    const history = JSON.stringify(await time.environment.client.workflow.getHandle(workflowId).fetchHistory());
    expect(history).not.toContain(
      Buffer.from(path.split("/").pop() ?? "")
        .toString("base64")
        .slice(2, 40),
    );
    expect(history).not.toContain(guest);
  });

  it("tells the person of a new key, as text that can't pass for a link", async () => {
    await me.visit("/settings/api-keys");
    await me.submit("/settings/api-keys/create", { name: "http://evil.test/ Export" });
    const { id } = await time.one<{ id: string }>(
      "select id from account_link where kind = 'key_made' and email = $1",
      time.owner.email,
    );
    expect(await time.result(`send-account-mail:${id}`)).toBe("sent");
    const [mail] = time.smtp.messages;
    expect(mail).toMatchObject({ to: [time.owner.email], subject: "Nuova chiave API su Pratica" });
    expect(mail?.text).toMatch(/creata con il tuo account una chiave API: «http evil\. test Export»/);
    expect(mail?.text?.match(/https?:\S+/g)).toEqual(["http://localhost:3000/settings/api-keys"]);
  });

  it("goes out again after an outage, under a new token", async () => {
    time.smtp.behaviour.dropAfterData = () => time.smtp.messages.length < 2;
    expect(await time.result(await invite())).toBe("sent");
    const [first, second] = time.smtp.messages.map(({ text }) => linkIn(text)) as [string, string];
    expect(first).not.toBe(second);
    expect((await visitor(time.api).visit(first)).status).toBe(404);
    expect((await visitor(time.api).visit(second)).status).toBe(200);
  });

  it("that is refused is told on the page", async () => {
    time.smtp.behaviour.rejectWith = "550 5.1.1 no such user";
    expect(await time.result(await invite())).toBe("failed");
    expect((await me.visit("/settings/members")).text).toContain("The mail could not be delivered");
  });

  it("isn't sent once the invitation was withdrawn", async () => {
    time.smtp.behaviour.rejectWith = "451 4.3.2 try later";
    const workflowId = await invite();
    await time.ordered();
    await time.pass(0.01);
    await time.api.pool.query("delete from account_link where email = $1", [guest]);
    delete time.smtp.behaviour.rejectWith;
    expect(await time.result(workflowId)).toBe("withdrawn");
    expect(time.smtp.messages).toHaveLength(0);
  });
});
