import { generate } from "lean-qr";

/** White around the code, in modules, as ISO/IEC 18004 asks. */
const margin = 4;

/** A text as a QR code: dark on white whatever the page's colours are, since not every camera reads the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const squares = Array.from({ length: code.size ** 2 }, (_, n) => [n % code.size, Math.floor(n / code.size)] as const)
    .filter(([x, y]) => code.get(x, y))
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`);
  const side = code.size + 2 * margin;
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      width="220"
      height="220"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
