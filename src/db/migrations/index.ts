import { Foundation0001 } from "./0001-foundation.js";
import { Search0002 } from "./0002-search.js";
import { Time0003 } from "./0003-time.js";
import { WebSession0004 } from "./0004-web-session.js";
import { OAuth0005 } from "./0005-oauth.js";
import { Ai0006 } from "./0006-ai.js";
import { LateReminders0007 } from "./0007-late-reminders.js";
import { QuoteLines0008 } from "./0008-quote-lines.js";
import { Restorable0009 } from "./0009-restorable.js";
import { Quotas0010 } from "./0010-quotas.js";
import { Accounts0011 } from "./0011-accounts.js";
import { Security0012 } from "./0012-security.js";
import { BoundedReach0013 } from "./0013-bounded-reach.js";
import { Traces0014 } from "./0014-traces.js";
import { Sharing0015 } from "./0015-sharing.js";
import { Indexes0016 } from "./0016-indexes.js";
import { IssueCheck0017 } from "./0017-issue-check.js";
import { Deletions0019 } from "./0019-deletions.js";
import { Clocks0020 } from "./0020-clocks.js";
import { Parties0021 } from "./0021-parties.js";
import { ListsAndSearch0022 } from "./0022-lists-and-search.js";
import { ListIndexes0023 } from "./0023-list-indexes.js";
import { WhomItConcerns0024 } from "./0024-whom-it-concerns.js";
import { ContactKeys0025 } from "./0025-contact-keys.js";
import { Outcomes0026 } from "./0026-outcomes.js";
import { WithdrawnMails0027 } from "./0027-withdrawn-mails.js";
import { KeptContents0028 } from "./0028-kept-contents.js";
import { Files0029 } from "./0029-files.js";
import { FileIndexes0030 } from "./0030-file-indexes.js";
import { Hub0031 } from "./0031-hub.js";
import { HubIndexes0032 } from "./0032-hub-indexes.js";
import { LoginRefusals0033 } from "./0033-login-refusals.js";
import { MailboxTries0034 } from "./0034-mailbox-tries.js";
import { AwaitedFiles0037 } from "./0037-awaited-files.js";
import { SubjectToken0039 } from "./0039-subject-token.js";
import { BillShares0040 } from "./0040-bill-shares.js";
import { DocumentSections0041 } from "./0041-document-sections.js";
import { Exports0042 } from "./0042-exports.js";
import { PriceListImports0044 } from "./0044-price-list-imports.js";
import { FiledPdfs0047 } from "./0047-filed-pdfs.js";
import { Guard0051 } from "./0051-guard.js";
import { SearchKeys0052 } from "./0052-search-keys.js";
import { ListPlaces0053 } from "./0053-list-places.js";
import { SearchKeyIndexes0054 } from "./0054-search-key-indexes.js";
import { SearchByKeys0055 } from "./0055-search-by-keys.js";
import { FormerSearchIndexes0056 } from "./0056-former-search-indexes.js";
import { PriceSearch0057 } from "./0057-price-search.js";
import { RankedRecords0058 } from "./0058-ranked-records.js";
import { RecordSearch0059 } from "./0059-record-search.js";
import { PricesByWords0060 } from "./0060-prices-by-words.js";
import { SearchCountsIndex0061 } from "./0061-search-counts-index.js";
import { SearchCountsByLexeme0062 } from "./0062-search-counts-by-lexeme.js";
import { EndsOfNumbers0063 } from "./0063-ends-of-numbers.js";
import { TwoQueriesOfKeys0064 } from "./0064-two-queries-of-keys.js";
import { NumbersInOne0065 } from "./0065-numbers-in-one.js";
import { Refusals0066 } from "./0066-refusals.js";
import { Facciate0067 } from "./0067-facciate.js";
import { UnsentMessages0068 } from "./0068-unsent-messages.js";
import { OpenMessages0069 } from "./0069-open-messages.js";
import { ClockFacts0070 } from "./0070-clock-facts.js";
import { IncomingBytes0071 } from "./0071-incoming-bytes.js";
import { NamesOfDeletedMessages0072 } from "./0072-names-of-deleted-messages.js";
import { ChatOrder0073 } from "./0073-chat-order.js";
import { WordsInSight0074 } from "./0074-words-in-sight.js";
import { ReopenedDeadlines0075 } from "./0075-reopened-deadlines.js";
import { RemovableOrganizations0076 } from "./0076-removable-organizations.js";
import { MetDeadlines0077 } from "./0077-met-deadlines.js";
import { FilesOfDeletedMessages0078 } from "./0078-files-of-deleted-messages.js";

/**
 * Each is applied once, and never changed after its release. TypeORM takes them in the order of the thirteen digits at the end of their
 * `name`s, which end in the number of the file: `1795737600` and `065`. An index of a table that was there before is built while it
 * is written, by a migration of its own with `transaction = false as const` and nothing but
 * `create index concurrently if not exists …`, one to a query; its `down` is `drop index if exists …`.
 */
export const migrations = [
  Foundation0001,
  Search0002,
  Time0003,
  WebSession0004,
  OAuth0005,
  Ai0006,
  LateReminders0007,
  QuoteLines0008,
  Restorable0009,
  Quotas0010,
  Accounts0011,
  Security0012,
  BoundedReach0013,
  Traces0014,
  Sharing0015,
  Indexes0016,
  IssueCheck0017,
  Deletions0019,
  Clocks0020,
  Parties0021,
  ListsAndSearch0022,
  ListIndexes0023,
  WhomItConcerns0024,
  ContactKeys0025,
  Outcomes0026,
  WithdrawnMails0027,
  KeptContents0028,
  Files0029,
  FileIndexes0030,
  Hub0031,
  HubIndexes0032,
  LoginRefusals0033,
  MailboxTries0034,
  AwaitedFiles0037,
  SubjectToken0039,
  BillShares0040,
  DocumentSections0041,
  Exports0042,
  PriceListImports0044,
  FiledPdfs0047,
  Guard0051,
  SearchKeys0052,
  ListPlaces0053,
  SearchKeyIndexes0054,
  SearchByKeys0055,
  FormerSearchIndexes0056,
  PriceSearch0057,
  RankedRecords0058,
  RecordSearch0059,
  PricesByWords0060,
  SearchCountsIndex0061,
  SearchCountsByLexeme0062,
  EndsOfNumbers0063,
  TwoQueriesOfKeys0064,
  NumbersInOne0065,
  Refusals0066,
  Facciate0067,
  UnsentMessages0068,
  OpenMessages0069,
  ClockFacts0070,
  IncomingBytes0071,
  NamesOfDeletedMessages0072,
  ChatOrder0073,
  WordsInSight0074,
  ReopenedDeadlines0075,
  RemovableOrganizations0076,
  MetDeadlines0077,
  FilesOfDeletedMessages0078,
];

/** What the table `migrations` calls them. */
export const migrationNames: string[] = migrations.map((Migration) => new Migration().name);
