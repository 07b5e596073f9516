import type { Mentioned } from '../../../../../contract/src/column-types.ts'
import * as styles from '../post.module.css'
import { FoldedText } from './folded-text.tsx'

/** The text of a post. */
export function PostText({ text, mentioned }: { text: string; mentioned: readonly Mentioned[] }) {
  return (
    <div className={styles.body}>
      <FoldedText text={text} mentioned={mentioned} />
    </div>
  )
}
