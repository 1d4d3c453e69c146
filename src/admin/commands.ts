import type { ParseArgsConfig } from "node:util";
import { rotateOAuthKeys } from "../accounts/oauth-keys.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import { readLogo } from "./logo.js";
import {
  createKey,
  createOrganization,
  createUser,
  revokeKey,
  setAi,
  setChannel,
  unsetAi,
  updateOrganization,
} from "./provision.js";

/** What was given on the command line, by option. */
export type Values = Record<string, string | string[] | undefined>;

export interface Command {
  /** what follows the command's name in the usage text */
  usage: string;
  required: string[];
  optional: string[];
  /** those of the options that may be repeated */
  repeated?: string[];
  run(values: Values, database: Database, config: Config): Promise<Outcome>;
}

interface Outcome {
  /** the command's JSON object */
  result: object;
  /** what is worth knowing beside it */
  remark?: string;
}

const text = (values: Values, option: string): string => values[option] as string;
/** The options that were given, under the names of the function's parameters. */
const given = (values: Values, names: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([parameter, option]) =>
      values[option] === undefined ? [] : [[parameter, text(values, option)]],
    ),
  );

const detailOptions = {
  legalName: "legal-name",
  vatNumber: "vat-number",
  taxCode: "tax-code",
  address: "address",
  email: "email",
  pec: "pec",
  phone: "phone",
  professionalOrder: "professional-order",
  iban: "iban",
  timezone: "timezone",
  signature: "signature",
};

const aiOptions = {
  baseUrl: "base-url",
  apiKey: "api-key",
  inputPriceEur: "input-price-eur",
  outputPriceEur: "output-price-eur",
};

export const commands: Record<string, Command> = {
  "organization create": {
    usage: "--name NAME",
    required: ["name"],
    optional: [],
    run: async (values, database) => ({ result: await createOrganization(database, { name: text(values, "name") }) }),
  },
  "organization update": {
    usage: `--id ID [--legal-name N] [--vat-number N] [--tax-code N] [--address A] [--email E] [--pec E] [--phone N]
        [--professional-order T] [--iban I] [--timezone Z] [--logo FILE] [--signature T] [--holiday MM-DD …]
        an empty text clears a detail; --holiday replaces all of the firm's own days`,
    required: ["id"],
    optional: [...Object.values(detailOptions), "logo", "holiday"],
    repeated: ["holiday"],
    run: async (values, database) => {
      const logo = values.logo === undefined ? {} : { logo: readLogo(text(values, "logo")) };
      const holidays = values.holiday === undefined ? {} : { holidays: values.holiday as string[] };
      const details = { ...given(values, detailOptions), ...logo, ...holidays };
      return { result: await updateOrganization(database, text(values, "id"), details) };
    },
  },
  "user create": {
    usage: `--organization ID --email E --name N --role owner|admin|member|viewer|guest --password P
        a known e-mail address joins the organization with its name and password as they are; a member gets the role`,
    required: ["organization", "email", "role"],
    optional: ["name", "password"],
    run: async (values, database) => {
      const { userId, hadAccount } = await createUser(database, {
        organizationId: text(values, "organization"),
        email: text(values, "email"),
        role: text(values, "role"),
        ...given(values, { name: "name", password: "password" }),
      });
      const remark = `${text(values, "email")} was known: name and password stay as they were.`;
      return { result: { userId }, ...(hadAccount ? { remark } : {}) };
    },
  },
  "key create": {
    usage: `--organization ID [--user ID] [--permissions a:b,c:d] --name N
        without --user the key speaks for the organization; without --permissions it has all that its user, or the organization, may do`,
    required: ["organization", "name"],
    optional: ["user", "permissions"],
    run: async (values, database) => {
      const permissions = values.permissions === undefined ? {} : { permissions: listed(text(values, "permissions")) };
      const result = await createKey(database, {
        organizationId: text(values, "organization"),
        name: text(values, "name"),
        ...given(values, { userId: "user" }),
        ...permissions,
      });
      return { result, remark: "The key is shown this once." };
    },
  },
  "key revoke": {
    usage: "--id KEYID",
    required: ["id"],
    optional: [],
    run: async (values, database) => ({ result: await revokeKey(database, text(values, "id")) }),
  },
  "sign-in rotate-keys": {
    usage: `
        makes new keys for signing in by OAuth, in use within a minute; what was signed with the old ones stays good`,
    required: [],
    optional: [],
    run: async (_, database, config) => ({ result: await rotateOAuthKeys(database, config) }),
  },
  "workflows list": {
    usage: `--project ID
        what runs, or ran in the last 30 days, for a project, and what it waits for`,
    required: ["project"],
    optional: [],
    run: async (values, _, config) => {
      // Temporal's client takes a while to load, and most commands need none.
      const { withTemporal } = await import("./temporal.js");
      const { listWorkflows } = await import("./list-workflows.js");
      return { result: await withTemporal(config, (client) => listWorkflows(client, text(values, "project"))) };
    },
  },
  "workflows repair": {
    usage: `
        compares the rows that should be watched with the workflows that run, and orders the start of what is missing`,
    required: [],
    optional: [],
    run: async (_, database, config) => {
      const { withTemporal } = await import("./temporal.js");
      const { repairWorkflows } = await import("./repair-workflows.js");
      const result = await withTemporal(config, (client) => repairWorkflows(database, client));
      const remark = `Ordered: ${result.ordered}. The API hands orders to Temporal while it runs.`;
      return { result, ...(result.ordered > 0 ? { remark } : {}) };
    },
  },
  "channel set": {
    usage: `--organization ID --channel email --smtp-url URL [--imap-url URL] [--from ADDRESS]
        this version sends by e-mail only: the channels pec, whatsapp and sms are refused`,
    required: ["organization", "channel"],
    optional: ["smtp-url", "imap-url", "from", ...otherChannelsOptions()],
    run: async (values, database, config) => ({
      result: await setChannel(database, config, {
        organizationId: text(values, "organization"),
        channel: text(values, "channel"),
        ...given(values, { smtpUrl: "smtp-url", imapUrl: "imap-url", from: "from" }),
      }),
      ...(values["imap-url"] === undefined ? {} : { remark: "--imap-url is kept, but this version reads no mail." }),
    }),
  },
  "ai set": {
    usage: `--organization ID --provider openai-compatible|openai|anthropic --model NAME [--base-url URL] [--api-key KEY]
        [--input-price-eur P --output-price-eur P]
        the organization's own language model, in place of the installation's (AI_*); prices are per million tokens`,
    required: ["organization", "provider", "model"],
    optional: Object.values(aiOptions),
    run: async (values, database, config) => ({
      result: await setAi(database, config, {
        organizationId: text(values, "organization"),
        provider: text(values, "provider"),
        model: text(values, "model"),
        ...given(values, aiOptions),
      }),
    }),
  },
  "ai unset": {
    usage: `--organization ID
        the organization has the installation's language model again`,
    required: ["organization"],
    optional: [],
    run: async (values, database) => ({ result: await unsetAi(database, text(values, "organization")) }),
  },
};

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Known, so that who sets another channel is told of the channel and not of an option. */
function otherChannelsOptions(): string[] {
  const whatsapp = ["phone-number-id", "access-token", "app-secret", "verify-token"];
  return [...whatsapp, "provider", "account-sid", "auth-token", "base-url"];
}

/** The command's options in the form of `parseArgs`. */
export function optionsOf(command: Command): NonNullable<ParseArgsConfig["options"]> {
  const texts = [...command.required, ...command.optional].map((option) => [
    option,
    { type: "string", multiple: command.repeated?.includes(option) ?? false },
  ]);
  return { ...Object.fromEntries(texts), json: { type: "boolean" }, help: { type: "boolean" } };
}
