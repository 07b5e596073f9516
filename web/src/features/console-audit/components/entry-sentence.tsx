import type { AuditEntry } from '../../../data/audit/audit-entry.ts'
import * as styles from '../audit.module.css'
import { detailLines } from '../detail-lines.ts'
import { sentence } from '../sentence.ts'

/** What happened, as a sentence, with the changed fields below it. */
export function EntrySentence({ entry }: { entry: AuditEntry }) {
  const lines = detailLines(entry)
  return (
    <>
      <p className={styles.sentence}>
        {sentence(entry).map(({ text, isName }, index) =>
          isName ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change order
            <bdi key={index} className="strong">
              {text}
            </bdi>
          ) : (
            text
          ),
        )}
      </p>
      {lines.length > 0 && (
        <ul className={styles.details}>
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
