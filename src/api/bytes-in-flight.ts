import { ActionError } from "../domain/errors.js";

const megabyte = 1024 * 1024;
const retryAfter = { headers: { "Retry-After": "2" } };

/** The part of one request in the bytes in flight. */
export interface Share {
  /** Counts bytes that arrived. @throws rate_limited if the caller has too many in flight; unavailable if all together have */
  add(bytes: number): void;
  /** how many bodies of this caller are arriving right now */
  readonly arriving: number;
  /** No more of the body is read. */
  arrived(): void;
  release(): void;
}

/**
 * The bytes of request bodies that this process holds, by caller and in all. Bytes are counted as they arrive: an announced length that
 * is never sent takes nothing from others.
 */
export class BytesInFlight {
  private readonly byCaller = new Map<string, number>();
  private readonly arriving = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly maxPerCaller = 64 * megabyte,
    private readonly maxTotal = 256 * megabyte,
  ) {}

  open(caller: string): Share {
    let held = 0;
    const arriving = () => this.arriving.get(caller) ?? 0;
    this.arriving.set(caller, arriving() + 1);
    return {
      get arriving() {
        return arriving();
      },
      add: (bytes) => {
        const ofCaller = (this.byCaller.get(caller) ?? 0) + bytes;
        if (ofCaller > this.maxPerCaller) throw tooMuchAtOnce(this.maxPerCaller);
        if (this.total + bytes > this.maxTotal) throw new ActionError("unavailable", full, retryAfter);
        this.byCaller.set(caller, ofCaller);
        this.total += bytes;
        held += bytes;
      },
      arrived: () => {
        if (arriving() > 1) this.arriving.set(caller, arriving() - 1);
        else this.arriving.delete(caller);
      },
      release: () => {
        const rest = (this.byCaller.get(caller) ?? 0) - held;
        if (rest > 0) this.byCaller.set(caller, rest);
        else this.byCaller.delete(caller);
        this.total -= held;
        held = 0;
      },
    };
  }
}

const full = "The server is reading as many large bodies as it can hold; try again in a moment.";
const tooMuchAtOnce = (limit: number): ActionError =>
  new ActionError(
    "rate_limited",
    `The requests of this organization hold more than ${limit / megabyte} MB at once; send large bodies one after another.`,
    retryAfter,
  );
