import { setCurrentDetails } from "@temporalio/workflow";
import { type SendAccountMailInput, sendAccountMailAgain } from "../contracts/send-account-mail.js";
import { handOver, quick } from "./steps/activities.js";
import { retryWithBackoff } from "./steps/retry-with-backoff.js";
import { ignoreWhileOpen } from "./steps/watching.js";

/** Sends an invitation, the link to choose a new password, or word of what happened to the account. */
export async function sendAccountMail(input: SendAccountMailInput): Promise<string> {
  ignoreWhileOpen(sendAccountMailAgain);
  setCurrentDetails("Handing the mail over.");
  const result = await retryWithBackoff(() => handOver.handOverAccountMail(input));
  if (result === null) await quick.giveUpAccountMail(input);
  const outcome = result?.outcome ?? "failed";
  setCurrentDetails(`The mail is ${outcome}.`);
  return outcome;
}
