import type { AuditEntry } from '../../../data/audit/audit-entry.ts'
import { detailLines } from '../detail-lines.ts'
import { sentence } from '../sentence.ts'

/** What happened, in a sentence, and below it what changed. */
export function EntrySentence({ entry }: { entry: AuditEntry }) {
  const lines = detailLines(entry)
  return (
    <>
      <p className="audit-what">
        {sentence(entry).map(({ text, isName }, index) =>
          isName ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one sentence never change places
            <bdi key={index} className="strong">
              {text}
            </bdi>
          ) : (
            text
          ),
        )}
      </p>
      {lines.length > 0 && (
        <ul className="audit-lines">
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
