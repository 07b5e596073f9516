// Line drawings for empty states and for pages that have nothing to show. Colours follow the theme.

/** A float between its ripples: nothing here yet, or nothing at this address. */
export function FloatDrawing() {
  return (
    <svg viewBox="0 0 160 110" fill="none" aria-hidden="true">
      <g stroke="var(--line-strong)" strokeWidth="2">
        <ellipse cx="80" cy="76" rx="22" ry="6" />
        <ellipse cx="80" cy="76" rx="44" ry="13" opacity=".6" />
        <ellipse cx="80" cy="76" rx="70" ry="22" opacity=".32" />
      </g>
      <g transform="rotate(8 80 76)">
        <path
          d="M80 36c8 0 13 12 13 25 0 8-2 13-4 17H71c-2-4-4-9-4-17 0-13 5-25 13-25Z"
          fill="var(--surface)"
          stroke="var(--ink-2)"
          strokeWidth="2.2"
        />
        <path d="M68 55h24.4c.4 2.6.6 5 .6 8H67.2c0-3 .3-5.4.8-8Z" fill="var(--tip)" />
        <rect x="76" y="8" width="8" height="32" rx="4" fill="var(--tip)" />
      </g>
    </svg>
  )
}

/** Three rods on a pod: waiting for a first take. */
export function RodsDrawing() {
  return (
    <svg viewBox="0 0 160 110" fill="none" aria-hidden="true">
      <g stroke="var(--ink-2)" strokeWidth="2.2" strokeLinecap="round">
        <path d="M20 86 140 22M32 90 150 34M44 94l112-48" />
        <path d="M40 74v30M64 64v40M36 104h32" />
        <circle cx="36" cy="86" r="5" fill="var(--surface)" />
        <circle cx="48" cy="90" r="5" fill="var(--surface)" />
        <circle cx="60" cy="94" r="5" fill="var(--surface)" />
      </g>
      <circle cx="64" cy="62" r="4.5" fill="var(--tip)" />
    </svg>
  )
}

/** A bivvy: nobody is on the bank just now. */
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
