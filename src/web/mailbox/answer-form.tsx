import type { Language } from "../../domain/language.js";
import { announced } from "../components/announced.js";
import { Form } from "../components/form.js";
import type { Answerable } from "./answerable.js";
import { mailboxTexts as texts } from "./texts.js";

interface AnswerFormProps {
  language: Language;
  path: string;
  token: string;
  sent: Answerable;
}

/** Lets one try out what happens when the recipient answers. */
export const AnswerForm = ({ language, path, token, sent }: AnswerFormProps) => (
  <section class="card" aria-labelledby="answer">
    <h2 id="answer">{texts.answer[language]}</h2>
    <p class="hint">
      {texts.answerAbout[language]} <span class="wrap-anywhere">{sent.to}</span>.
    </p>
    <Form token={token} action={`${path}/answer`} enctype="multipart/form-data">
      <div class="field">
        <label for="text">{texts.answerText[language]}</label>
        <textarea id="text" name="text" rows={6} maxLength={20_000} required />
      </div>
      {sent.channel !== "sms" && (
        <div class="field">
          <label for="file">{texts[sent.channel === "whatsapp" ? "answerFile" : "answerFiles"][language]}</label>
          <input id="file" name="file" type="file" multiple={sent.channel !== "whatsapp"} />
        </div>
      )}
      <button type="submit">{texts.sendAnswer[language]}</button>
    </Form>
  </section>
);

interface AnsweredNoticeProps {
  language: Language;
  answerId: string;
  threadId: string;
}

export const AnsweredNotice = ({ language, answerId, threadId }: AnsweredNoticeProps) => (
  <div class="notice" role="status" {...announced}>
    <p>
      <strong>{texts.answered[language]}</strong> {texts.answeredAbout[language]}
    </p>
    <p>
      <a href={`/mailbox/${encodeURIComponent(answerId)}`}>{texts.seeAnswer[language]}</a>. {texts.seeThread[language]}{" "}
      <code class="wrap-anywhere">get_thread {`{"threadId": "${threadId}"}`}</code>
    </p>
  </div>
);
