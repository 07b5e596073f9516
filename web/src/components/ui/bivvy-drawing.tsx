// A line drawing; its colours follow the theme.

/** A bivvy on an empty bank: no members. */
export function BivvyDrawing() {
  return (
    <svg viewBox="0 0 160 110" fill="none" aria-hidden="true">
      <path d="M26 92c0-42 24-66 54-66s54 24 54 66Z" fill="var(--surface-3)" stroke="var(--ink-2)" strokeWidth="2.2" />
      <path d="M58 92c0-26 10-42 22-42s22 16 22 42Z" fill="var(--surface)" stroke="var(--ink-2)" strokeWidth="2.2" />
      <path d="M80 26C60 38 46 62 44 92M80 26c20 12 34 36 36 66" stroke="var(--ink-2)" strokeWidth="1.6" opacity=".5" />
      <path d="M10 92h140" stroke="var(--line-strong)" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="80" cy="62" r="4" fill="var(--tip)" />
    </svg>
  )
}
