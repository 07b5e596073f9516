import { useState } from 'react'
import type { Mentioned } from '../../../../../contract/src/column-types.ts'
import { LinkedText } from '../../../components/text/linked-text.tsx'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../folded-text.module.css'

const LONG = { characters: 900, lines: 14 }

/** The text of a post or comment; a long one is collapsed. */
export function FoldedText({ text, mentioned }: { text: string; mentioned: readonly Mentioned[] }) {
  const [open, setOpen] = useState(false)
  const long = text.length > LONG.characters || text.split('\n').length > LONG.lines
  return (
    <>
      <div className={joinClasses(styles.words, long && !open && styles.folded)} dir="auto">
        <LinkedText text={text} mentioned={mentioned} />
      </div>
      {long && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  )
}
