import { useState } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'
import { photoSrc } from '../../lib/photo/photo-url.ts'

export interface AvatarProps {
  /** The member's id; it chooses the tint, so a member looks the same everywhere. */
  id: string
  name: string
  src?: string | null | undefined
  size?: 32 | 36 | 44 | 56 | 68 | 96 | 136
  className?: string
}

/** Round picture of a member, or the first letter of the name. Decorative: the name always stands beside it. */
export function Avatar({ id, name, src, size = 44, className }: AvatarProps) {
  const [failed, setFailed] = useState<string[]>([])
  const photo = src ? photoSrc(src, { width: size, height: size }) : undefined
  const rendition = photo && !failed.includes(photo.src)
  const shown = rendition ? photo.src : photo && !failed.includes(photo.original) ? photo.original : undefined
  return (
    <span
      className={joinClasses('avatar', `avatar-${size}`, `avatar-tint-${tintOf(id)}`, className)}
      aria-hidden={shown ? undefined : true}
    >
      {shown ? (
        <img
          src={shown}
          srcSet={rendition ? photo.srcSet : undefined}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setFailed((last) => [...last, shown])}
        />
      ) : (
        firstLetter(name)
      )}
    </span>
  )
}

// Array.from splits by code point, so a name that begins with an emoji shows the whole emoji.
const firstLetter = (name: string) => (Array.from(name.trim())[0] ?? '?').toUpperCase()

/** One of five tints, from a hash of the id that is stable across browsers. */
export function tintOf(id: string): 1 | 2 | 3 | 4 | 5 {
  let hash = 0
  for (let index = 0; index < id.length; index++) hash = (hash * 31 + id.charCodeAt(index)) >>> 0
  return ((hash % 5) + 1) as 1 | 2 | 3 | 4 | 5
}
