import { ActionError } from "../domain/errors.js";
import { type Caller, memberIdOf } from "../domain/permissions.js";

const megabyte = 1024 * 1024;
const retryAfter = { headers: { "Retry-After": "2" } };

/** The part of one request in the bytes in flight. */
export interface Share {
  /** Counts bytes that arrived. @throws rate_limited if the caller or its organization has too many in flight; unavailable if all have */
  add(bytes: number): void;
  /** how many bodies of this organization are arriving right now */
  readonly arriving: number;
  /** No more of the body is read. */
  arrived(): void;
  release(): void;
}

interface Bounds {
  /** of one member, with all keys and apps: what is left of the organization's is for the others */
  ofMember: number;
  ofOrganization: number;
  total: number;
}

const defaults: Bounds = { ofMember: 40 * megabyte, ofOrganization: 64 * megabyte, total: 256 * megabyte };

/**
 * The bytes of request bodies that this process holds, by member, by organization and in all. Bytes are counted as they arrive: an
 * announced length that is never sent takes nothing from others.
 */
export class BytesInFlight {
  private readonly held = new Map<string, number>();
  private readonly arriving = new Map<string, number>();
  private total = 0;

  constructor(private readonly bounds = defaults) {}

  open(caller: Pick<Caller, "organizationId" | "userId" | "keyId">): Share {
    const { organizationId } = caller;
    const member = `${organizationId} ${memberIdOf(caller)}`;
    let own = 0;
    const heldBy = (whose: string) => this.held.get(whose) ?? 0;
    const arriving = () => this.arriving.get(organizationId) ?? 0;
    this.arriving.set(organizationId, arriving() + 1);
    return {
      get arriving() {
        return arriving();
      },
      add: (bytes) => {
        const { ofMember, ofOrganization, total } = this.bounds;
        if (heldBy(member) + bytes > ofMember) throw tooMuchAtOnce("you", ofMember);
        if (heldBy(organizationId) + bytes > ofOrganization) throw tooMuchAtOnce("this organization", ofOrganization);
        if (this.total + bytes > total) throw new ActionError("unavailable", full, retryAfter);
        for (const whose of [member, organizationId]) this.held.set(whose, heldBy(whose) + bytes);
        this.total += bytes;
        own += bytes;
      },
      arrived: () => {
        if (arriving() > 1) this.arriving.set(organizationId, arriving() - 1);
        else this.arriving.delete(organizationId);
      },
      release: () => {
        for (const whose of [member, organizationId]) {
          const rest = heldBy(whose) - own;
          if (rest > 0) this.held.set(whose, rest);
          else this.held.delete(whose);
        }
        this.total -= own;
        own = 0;
      },
    };
  }
}

const full = "The server is reading as many large bodies as it can hold; try again in a moment.";
const tooMuchAtOnce = (whose: string, limit: number): ActionError =>
  new ActionError(
    "rate_limited",
    `The requests of ${whose} hold more than ${limit / megabyte} MB at once; send large bodies one after another.`,
    retryAfter,
  );
