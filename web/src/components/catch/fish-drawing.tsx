import type { CatchVariety } from '../../../../contract/src/column-types.ts'

const MARKS: Record<CatchVariety, string> = {
  common: 'M26 10l4 5-4 5 4 5M34 8l4 6-4 6 4 6M42 9l4 5.500-4 5.500 4 5.500M50 11l3 4.500-3 4.500 3 4',
  mirror:
    'M26 9.500a3.500 3.500 0 1 1 6 3M35 9a3.500 3.500 0 1 1 6 3M44 10a3.500 3.500 0 1 1 6 3M27 23a3 3 0 1 0 6 0 3 3 0 1 0-6 0M38.600 24a2.400 2.400 0 1 0 4.800 0 2.400 2.400 0 1 0-4.800 0',
  leather: 'M26 11c10-2 20-1 30 5',
  ghost: 'M28 12c6-2 14-2 20 1M28 20h22M30 26c6 1 12 0 18-3',
  grass: 'M25 13h30M24 19h34M25 25h28M30 9v21M38 8v22M46 9v20',
  other: 'M34 15a4 4 0 1 1 5 4c-1.500.500-2 1.300-2 3M37 26.500h.010',
}

/** A carp as a line drawing, with the scales of its variety. */
export function FishDrawing({ variety, className }: { variety: CatchVariety; className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 78 36"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 20c6-8 18-14 32-14 12 0 20 4 28 10l10-8c2 6 2 14 0 20l-10-7c-8 6-17 9-28 9C22 30 10 27 4 20Z" />
      <path d="M13 17h.01" strokeWidth={3} />
      <path d="M20 10c3 6 3 12 0 18" />
      <path d={MARKS[variety]} strokeDasharray={variety === 'ghost' ? '2.5 4' : undefined} />
    </svg>
  )
}
