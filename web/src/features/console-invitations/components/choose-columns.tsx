import { SelectField } from '../../../components/form/fields.tsx'
import { Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../import.module.css'
import { columnsSchema, type Field } from '../import-columns.ts'
import type { Table } from '../read-table.ts'
import type { Import, ImportState } from '../use-import.ts'

interface ChooseColumnsProps {
  members: Import
  state: Extract<ImportState, { step: 'columns' }>
}

const FIELDS: readonly { name: Field; label: string; note?: string; hint: string }[] = [
  { name: 'address', label: 'Email', hint: 'Where the invitation goes.' },
  {
    name: 'name',
    label: 'Name',
    note: 'optional',
    hint: 'Proposed as the username; the member can change it. Names that cannot be usernames are left out.',
  },
  {
    name: 'joined',
    label: 'Joined',
    note: 'optional',
    hint: '2024-05-31, 31/05/2024 or 31.05.2024: the day comes before the month.',
  },
  { name: 'points', label: 'Points', note: 'optional', hint: 'Whole numbers from 0 to 1,000,000.' },
]

/** Which column of the file is which. */
export function ChooseColumns({ members, state: { table, chosen } }: ChooseColumnsProps) {
  const form = useAppForm({
    schema: columnsSchema,
    start: chosen,
    send: async (_, { typed }) => members.preview(table, typed),
    action: 'loadData',
  })
  return (
    <Form form={form}>
      <p className={styles.lead}>The file has {formatCount(table.rows.length, 'row')}. Check which column is which.</p>
      <div className={`field-pair ${styles.columns}`}>
        {FIELDS.map(({ name, label, note, hint }) => (
          <SelectField
            key={name}
            form={form}
            name={name}
            label={label}
            note={note}
            hint={<Hint text={hint} example={exampleOf(table, form.values[name])} />}
          >
            <option value="">{name === 'address' ? 'Choose a column' : 'Not in the file'}</option>
            {table.headers.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name, and never move
              <option key={at} value={String(at)}>
                {header.slice(0, LONGEST)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <div className={styles.actions}>
        <Button variant="line" onClick={members.restart}>
          Another file
        </Button>
        <SendButton form={form}>Continue</SendButton>
      </div>
    </Form>
  )
}

function Hint({ text, example }: { text: string; example: string | undefined }) {
  return (
    <>
      {text}
      {example !== undefined && (
        <span className={styles.example}>
          In the file: <bdi>{example}</bdi>
        </span>
      )}
    </>
  )
}

const LONGEST = 60

/** The first value in a column. */
function exampleOf({ rows }: Table, chosen: string): string | undefined {
  if (chosen === '') return undefined
  const at = Number(chosen)
  return rows.find(({ cells }) => cells[at])?.cells[at]?.slice(0, LONGEST)
}
