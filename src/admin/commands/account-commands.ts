import { optionName } from "../../accounts/option-name.js";
import {
  createKey,
  createOrganization,
  createUser,
  listOrganizations,
  resetSecondFactor,
  revokeKey,
  setPassword,
  updateOrganization,
} from "../provision.js";
import { type Command, present, text } from "./command.js";
import { letterheadRemark } from "./letterhead-remark.js";
import { readLogo } from "./logo.js";

const details = [
  "name",
  "legalName",
  "vatNumber",
  "taxCode",
  "address",
  "email",
  "pec",
  "phone",
  "professionalOrder",
  "iban",
  "timezone",
  "signature",
  "quotaMails",
  "quotaInvitations",
  "quotaModelCalls",
  "requireSecondFactor",
  "issueCheck",
];

/** Commands for organizations, users and API keys. */
export const accountCommands: Record<string, Command> = {
  "organization create": {
    usage: "--name NAME",
    required: ["name"],
    run: async (values, database) => ({ result: await createOrganization(database, { name: text(values, "name") }) }),
  },
  "organization list": {
    usage: `
        lists the organizations with their ids, in the order in which they were created`,
    run: async (_, database) => ({ result: await listOrganizations(database) }),
  },
  "organization update": {
    usage: `--id ID [--name NAME] [--legal-name N] [--vat-number N] [--tax-code N] [--address A] [--email E] [--pec E] [--phone N]
        [--professional-order T] [--iban I] [--timezone Z] [--logo FILE] [--signature T] [--holiday MM-DD …]
        [--quota-mails N] [--quota-invitations N] [--quota-model-calls N] [--require-second-factor owners|all|none]
        [--issue-check refuse|warn]
        an empty text clears a detail; --holiday replaces all of the organization's own days;
        quotas are for a day: 2000 mails, 50 invitations and 500 requests to the language model unless set;
        --issue-check refuse: no document is issued in which the fixed checks find errors`,
    required: ["id"],
    optional: [...details.map(optionName), "logo", "holiday"],
    repeated: ["holiday"],
    run: async (values, database) => {
      const logo = values.logo === undefined ? {} : { logo: readLogo(text(values, "logo")) };
      const holidays = values.holiday === undefined ? {} : { holidays: values.holiday as string[] };
      const given = present(values, details);
      const result = await updateOrganization(database, text(values, "id"), { ...given, ...logo, ...holidays });
      return { result, remark: letterheadRemark(given) };
    },
  },
  "organization remove": {
    usage: `--id ID --name NAME
        removes the organization with all its records, files, keys and running processes, for good; the name must be the organization's;
        people who belong to no other go too; needs DATABASE_URL with the database's owner, unless npm start runs on the DATA_DIR`,
    required: ["id", "name"],
    runAlone: async (values, config) => {
      const { removeOrganization } = await import("../remove-organization.js");
      const result = await removeOrganization(config, text(values, "id"), text(values, "name"));
      return { result, remark: "Backups that were made before still hold it." };
    },
  },
  "user create": {
    usage: `--organization ID --email E --name N --role owner|admin|member|viewer|guest --password P
        a person with an account joins with the name and password of that account; a member gets the new role`,
    required: ["organization", "email", "role"],
    optional: ["name", "password"],
    private: ["email", "password"],
    run: async (values, database) => {
      const { userId, hadAccount } = await createUser(database, {
        organizationId: text(values, "organization"),
        email: text(values, "email"),
        role: text(values, "role"),
        ...present(values, ["name", "password"]),
      });
      const remark = `${text(values, "email")} has an account already: its name and password stay as they are.`;
      return { result: { userId }, ...(hadAccount ? { remark } : {}) };
    },
  },
  "user set-password": {
    usage: `--email E --password P
        for somebody who can't get the reset mail: signs the person out everywhere, disconnects the apps, and notifies by mail`,
    required: ["email", "password"],
    private: ["email", "password"],
    run: async (values, database) => {
      const person = { email: text(values, "email"), password: text(values, "password") };
      return { result: await setPassword(database, person) };
    },
  },
  "user reset-second-factor": {
    usage: `--email E
        for somebody who lost the phone and the recovery codes: removes the authenticator app and all passkeys;
        the password alone then signs in again`,
    required: ["email"],
    private: ["email"],
    run: async (values, database) => ({ result: await resetSecondFactor(database, text(values, "email")) }),
  },
  "key create": {
    usage: `--organization ID [--user ID] [--permissions a:b,c:d] [--expires YYYY-MM-DD|never] --name N
        without --user the key acts as the organization; without --permissions it may do all that its user, or the organization, may do;
        without --expires it is valid for 365 days`,
    required: ["organization", "name"],
    optional: ["user", "permissions", "expires"],
    run: async (values, database) => {
      const user = values.user === undefined ? {} : { userId: text(values, "user") };
      const permissions = values.permissions === undefined ? {} : { permissions: listed(text(values, "permissions")) };
      const result = await createKey(database, {
        organizationId: text(values, "organization"),
        name: text(values, "name"),
        ...user,
        ...present(values, ["expires"]),
        ...permissions,
      });
      return { result, remark: "The key is shown only this once." };
    },
  },
  "key revoke": {
    usage: "--id KEYID",
    required: ["id"],
    run: async (values, database) => ({ result: await revokeKey(database, text(values, "id")) }),
  },
};

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
