import type { ReactNode } from 'react'
import { BadgeIcon } from './badge-icon.tsx'
import { badgeCore, badgeEdge, badgeRays, badgeRing } from './badge-paths.ts'

/** The scale of a mirror carp, with the icon of a badge in its core. */
export default function BadgeDrawing({ icon }: { icon: string }): ReactNode {
  return (
    <>
      <svg viewBox="0 0 64 68" aria-hidden="true">
        <path className="badge-fill" d={badgeEdge} />
        <path className="badge-ring" d={badgeRing} />
        <path className="badge-ring" d={badgeRays} />
        <path className="badge-core" d={badgeCore} />
      </svg>
      <BadgeIcon emoji={icon} className="badge-icon" />
    </>
  )
}
