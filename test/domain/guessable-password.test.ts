import { describe, expect, it } from "@jest/globals";
import { isGuessable, wordsAbout } from "../../src/domain/guessable-password.js";

const words = new Set(["password", "juventus", "francesca", "iloveyou", "amoremio", "abbastanza"]);
const owner = { name: "Marco Rinaldi", email: "m.rinaldi@studiorossi.it" };
const guessable = (password: string) => isGuessable(password, [words, wordsAbout(owner)]);

describe("a guessable password", () => {
  it.each([
    "aaaaaaaaaaaa",
    "............",
    "ciaociaociao",
    "Ciao Ciao Ciao!",
    "abcabcabcabc",
    "password1234",
    "Password2024!",
    "P4ssw0rd1234",
    "p.a.s.s.w.o.r.d.1.2",
    "passwordpassword",
    "francesca1985",
    "123 Juventus 123",
    "123456789012",
    "abcdefgh1234",
    "qwertyuiop12",
    "asdfghjklzxc",
    "112233445566",
    "pratica12345",
    "praticapratica",
    "MarcoRinaldi1",
    "rinaldi.marco",
    "m.rinaldi@studiorossi.it",
    "studiorossi24",
  ])("is %s", (password) => {
    expect(guessable(password)).toBe(true);
  });

  it.each([
    "una password lunga",
    "una frase lunga",
    "abbastanza lunga",
    "la nuova password",
    "molto segreta 1",
    "correct horse battery staple",
    "tT9!kd83mPx2",
    "Zu4-gelato-blu",
    "Passw0rd-7k2904!",
    "Passw0rd-382910!",
    "密码密语春夏秋冬东南西北",
  ])("isn't %s", (password) => {
    expect(guessable(password)).toBe(false);
  });

  it("takes no more look-ups to find the longer it is", () => {
    const lookUps = (password: string): number => {
      let count = 0;
      isGuessable(password, [{ has: () => ++count < 0 } as unknown as ReadonlySet<string>]);
      return count;
    };
    expect(lookUps(`un altro segreto ${"e molto di più ".repeat(60)}fine`)).toBeLessThanOrEqual(
      lookUps("tT9!kd83mPx2"),
    );
  });
});
