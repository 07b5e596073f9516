import { useState } from 'react'

const LONG = { characters: 900, lines: 14 }

/** The words of a post; a long one opens on request. */
export function PostText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const long = text.length > LONG.characters || text.split('\n').length > LONG.lines
  return (
    <div className="post-body">
      <div className={long && !open ? 'post-words is-long' : 'post-words'} dir="auto">
        {text}
      </div>
      {long && (
        <button type="button" className="post-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}
