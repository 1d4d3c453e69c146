import { LastUsed } from "../../domain/last-used.js";
import type { Caller } from "../../domain/permissions.js";
import type { McpAnswer } from "./endpoint.js";
import type { PlainRequest } from "./plain-message.js";

const maxKnown = 1_000;
const maxClaimsChars = 1_000;

type Mode = Caller["mode"];

/** What stands before and after the content of an answer. */
class Frame {
  constructor(
    private readonly before: string,
    private readonly after: string,
  ) {}

  /** @param result of a call, as JSON */
  around(result: string): string {
    return this.before + fieldsOf(result) + this.after;
  }

  /** @param list of tools, as JSON */
  pieces(list: Buffer<ArrayBuffer>): Buffer<ArrayBuffer>[] {
    return [Buffer.from(this.before), list, Buffer.from(this.after)];
  }

  endingIn(end: string): Frame {
    return new Frame(this.before, this.after + end);
  }
}

/**
 * What the SDK's endpoint puts around its answers to plain requests: the same for all of an era and a method, but for the request's id at
 * the end, and for the hint beside the tools of an app that may only read. It is known once the SDK has answered such a request, and so has
 * accepted what the client claims.
 */
export class Frames {
  private readonly known = new LastUsed<Frame>(maxKnown);

  find(plain: PlainRequest, mode: Mode): Frame | null {
    return this.known.find(kindOf(plain, mode))?.endingIn(endOf(plain)) ?? null;
  }

  /**
   * Learns from an answer of the SDK's endpoint.
   * @param result that the call had, as JSON; undefined if it didn't come to that
   */
  learn(plain: PlainRequest, mode: Mode, body: McpAnswer["body"], result: string | undefined): void {
    const [before, after] = surroundings(body, result);
    const end = endOf(plain);
    if (before === undefined || !after?.endsWith(end) || plain.claims.length > maxClaimsChars) return;
    this.known.keep(kindOf(plain, mode), new Frame(before, after.slice(0, -end.length)));
  }
}

const kindOf = ({ era, call, claims }: PlainRequest, mode: Mode): string =>
  `${era} ${call ? "call" : `list ${mode}`} ${claims}`;
const endOf = ({ id }: PlainRequest): string => `${JSON.stringify(id)}}`;
/** The text between an object's braces: the SDK may write further fields beside it. */
const fieldsOf = (object: string): string => object.slice(1, -1);

function surroundings(body: McpAnswer["body"], result: string | undefined): (string | undefined)[] {
  if (Array.isArray(body)) return [String(body[0]), String(body.at(-1))];
  return typeof body === "string" && result !== undefined ? body.split(fieldsOf(result), 2) : [];
}
