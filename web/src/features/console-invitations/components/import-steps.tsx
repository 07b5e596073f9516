import * as styles from '../import.module.css'
import type { ImportState } from '../use-import.ts'

const STEPS = [
  { name: 'File', steps: ['file'] },
  { name: 'Columns', steps: ['columns'] },
  { name: 'Preview', steps: ['preview'] },
  { name: 'Send', steps: ['sending', 'result'] },
] as const satisfies readonly { name: string; steps: readonly ImportState['step'][] }[]

/** Where the import is. */
export function ImportSteps({ step }: { step: ImportState['step'] }) {
  const current = STEPS.findIndex(({ steps }) => steps.some((one) => one === step))
  return (
    <ol className={styles.steps} aria-label="Steps">
      {STEPS.map(({ name }, at) => (
        <li key={name} aria-current={at === current ? 'step' : undefined} data-done={at < current || undefined}>
          {name}
        </li>
      ))}
    </ol>
  )
}
