/** The name of the command line's option for a parameter: smtp-url for `smtpUrl`. */
export const optionName = (parameter: string): string =>
  parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
