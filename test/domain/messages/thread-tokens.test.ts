import { describe, expect, it } from "@jest/globals";
import {
  matchKeys,
  plainSubject,
  replyAddress,
  replyToken,
  subjectWithToken,
} from "../../../src/domain/messages/thread-tokens.js";

describe("a thread's token", () => {
  const token = "0123456789abcdefghij";

  it("stands once at the end of a subject, and people don't see it", () => {
    expect(subjectWithToken("Preventivo", token)).toBe("Preventivo [#0123456789ab]");
    expect(subjectWithToken(`Re: Preventivo [#${token.toUpperCase()}] (urgente)`, token)).toBe(
      "Re: Preventivo (urgente) [#0123456789ab]",
    );
    expect(plainSubject(`Re: Preventivo [#${token}]`)).toBe("Re: Preventivo");
    expect(plainSubject("Richiesta [#10023]")).toBe("Richiesta [#10023]");
    expect(plainSubject(`[#${token}] Preventivo`)).toBe("Preventivo");
    expect(subjectWithToken("", token)).toBe("[#0123456789ab]");
  });

  it("stands in the reply address, where there is room", () => {
    expect(replyAddress("studio@example.com", token)).toBe(`studio+t${token}@example.com`);
    expect(replyToken(`Studio+pratiche+T${token.toUpperCase()}@Example.com`)).toBe(token);
    expect(replyToken("studio+tre@example.com")).toBeNull();
    const long = `${"a".repeat(60)}@example.com`;
    expect(replyAddress(long, token)).toBe(long);
  });

  it("comes before ids when a message is tied to its thread, and the subject's last", () => {
    const keys = matchKeys({
      to: [{ address: "altro@example.com" }, { address: `studio+t${token}@example.com` }],
      cc: [],
      deliveredTo: [`studio+t${token}@example.com`],
      inReplyTo: ["<b@x>"],
      references: ["<a@x>", "<b@x>"],
      subject: `R: Preventivo [#${token}]`,
    });
    expect(keys).toEqual([
      { kind: "reply_address", token },
      { kind: "in_reply_to", messageId: "<b@x>" },
      { kind: "references", messageId: "<b@x>" },
      { kind: "references", messageId: "<a@x>" },
      { kind: "subject", token },
    ]);
  });
});

describe("what ties a message to its thread", () => {
  const token = "0123456789abcdefghij";
  const other = "jihgfedcba9876543210";
  const mail = { to: [], cc: [], deliveredTo: [], inReplyTo: [], references: [], subject: "" };

  it.each([
    ["its recipients", { to: [{ address: `studio+t${token}@example.com` }] }],
    ["who had a copy", { cc: [{ address: `studio+t${token}@example.com` }] }],
    ["the mailbox that it came to", { deliveredTo: [`studio+t${token}@example.com`] }],
  ])("is a reply address among %s", (_, fields) => {
    expect(matchKeys({ ...mail, ...fields })).toEqual([{ kind: "reply_address", token }]);
  });

  it("is of a subject's tokens first the last one, in any case", () => {
    const subject = `I: [#${other}] Re: Preventivo [#${token.toUpperCase()}]`;
    expect(matchKeys({ ...mail, subject })).toEqual([
      { kind: "subject", token },
      { kind: "subject", token: other },
    ]);
  });
});
