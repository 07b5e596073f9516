// A line drawing; its colours follow the theme.

/** A float between its ripples: no content yet, or an unknown address. */
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
