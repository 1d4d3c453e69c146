import { type ActionError, rateLimited, unavailable } from "../../domain/errors.js";
import { type Caller, memberIdOf } from "../../domain/permissions.js";
import { megabyte } from "../../domain/sizes.js";

const retryAfterSeconds = 2;
/** The pace of all bodies of an organization together, which the members that send share alike; as timers are late, about 50 MB a second. */
const bytesPerMs = 64 * 1024;
/** So far a member may be ahead of that: bodies of up to 4 MB come without a pause, as long as few of them do. */
const aheadMs = 64;
/** So long after its last piece a member counts among them. */
const latelyMs = 20;

/** The part of one request, or of its answer, in the bytes in flight. */
export interface Share {
  /** Counts bytes that arrived. @throws rate_limited if the caller or its organization has too many in flight; unavailable if all have */
  add(bytes: number): void;
  /** Counts bytes of an answer, which nothing can refuse any more. */
  keep(bytes: number): void;
  /**
   * For how long nothing more of the body is read, after so many bytes; 0: until others have had their turn. A member's pieces come one
   * after another, with however many requests, and delay those of another member no more than one request would. Bodies that bring
   * nothing delay nobody.
   */
  pauseMs(bytes: number): number;
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
 * The bytes that this process holds of request bodies and of large answers, by member, by organization and in all. Bytes of bodies are counted
 * as they arrive: an announced length that is never sent takes nothing from others.
 */
export class BytesInFlight {
  private readonly held = new Map<string, number>();
  /** by organization: until when the pieces of each member are paced; gone with the organization's bytes */
  private readonly paced = new Map<string, Map<string, number>>();
  private total = 0;

  constructor(private readonly bounds = defaults) {}

  /** Whether so many bytes more may be held. @throws rate_limited, unavailable */
  requireRoom(caller: Holder, bytes = 0): void {
    const { ofMember, ofOrganization, total } = this.bounds;
    if (this.heldBy(memberOf(caller)) + bytes > ofMember) throw tooMuchAtOnce("you", ofMember);
    if (this.heldBy(caller.organizationId) + bytes > ofOrganization)
      throw tooMuchAtOnce("this organization", ofOrganization);
    if (this.total + bytes > total) throw unavailable(full, retryAfterSeconds);
  }

  open(caller: Holder): Share {
    const { organizationId } = caller;
    const member = memberOf(caller);
    let own = 0;
    const keep = (bytes: number) => {
      for (const whose of [member, organizationId]) this.held.set(whose, this.heldBy(whose) + bytes);
      this.total += bytes;
      own += bytes;
    };
    return {
      pauseMs: (bytes) => this.pause(organizationId, member, bytes),
      add: (bytes) => {
        this.requireRoom(caller, bytes);
        keep(bytes);
      },
      keep,
      release: () => {
        for (const whose of [member, organizationId]) {
          const rest = this.heldBy(whose) - own;
          if (rest > 0) this.held.set(whose, rest);
          else this.held.delete(whose);
        }
        if (!this.held.has(organizationId)) this.paced.delete(organizationId);
        this.total -= own;
        own = 0;
      },
    };
  }

  private heldBy(whose: string): number {
    return this.held.get(whose) ?? 0;
  }

  private pause(organizationId: string, member: string, bytes: number): number {
    const now = performance.now();
    const members = this.paced.get(organizationId) ?? new Map<string, number>();
    this.paced.set(organizationId, members);
    for (const [each, until] of members) if (until < now - latelyMs) members.delete(each);
    const from = Math.max(now, members.get(member) ?? 0);
    members.set(member, from);
    const until = from + (bytes / bytesPerMs) * members.size;
    members.set(member, until);
    return Math.max(0, until - now - aheadMs);
  }
}

type Holder = Pick<Caller, "organizationId" | "userId" | "keyId">;
const memberOf = (caller: Holder): string => `${caller.organizationId} ${memberIdOf(caller)}`;

const full = "The server holds as many large bodies and answers as it can; try again in a moment.";
const tooMuchAtOnce = (whose: string, limit: number): ActionError =>
  rateLimited(
    `The requests of ${whose} hold more than ${limit / megabyte} MB at once; send large bodies, and read large answers, one after another.`,
    retryAfterSeconds,
  );
