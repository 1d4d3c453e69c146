/** What of a message couldn't be read as it was meant. The raw message keeps everything. */
export interface MailWarning {
  code:
    | "unreadable"
    | "header_cut"
    | "parts_cut"
    | "unfinished"
    | "recipients_cut"
    | "text_cut"
    | "html_cut"
    | "charset"
    | "encrypted"
    | "tnef";
  detail: string;
}
