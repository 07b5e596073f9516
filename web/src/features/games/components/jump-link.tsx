import type { AnchorHTMLAttributes } from 'react'
import { jumpTo } from '../jump.ts'

/** A link to a part of the same page. */
export function JumpLink({ to, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  return (
    <a
      {...rest}
      href={`#${to}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        jumpTo(to)
      }}
    />
  )
}
