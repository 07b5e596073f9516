import type { ReactNode } from 'react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FailedAction } from '../../lib/failure-text.ts'
import type { AppForm } from '../../lib/form/plan.ts'
import type { FormSchema } from '../../lib/form/schema.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { FormDialog } from './form-dialog.tsx'
import * as styles from './row-editor.module.css'
import type { SidePanel } from './use-side-panel.ts'

/** The editor of the rows of a list: one schema, one set of fields, one preview. */
export interface RowEditor<Row, In extends FieldValues, Out> {
  schema: FormSchema<In, Out>
  /** The fields of a row, or those of a new one. */
  read: (row: Row | undefined) => In
  /** Titles, buttons and failures for a new row and for an existing one. */
  made: { title: string; submit: string; failure: FailedAction }
  changed: { title: string; submit: string; failure: FailedAction }
}

export interface RowEditorDialogProps<Row, In extends FieldValues, Out> {
  editor: RowEditor<Row, In, Out>
  /** The row as it was when the form opened; undefined for a new one. */
  row: Row | undefined
  /** The same row as the list has it now. */
  current: Row | undefined
  /** `requestId` is the same for every attempt, so that the row is created once. */
  create: (row: { requestId: string; fields: Out }) => Promise<unknown>
  /** Fails with `StaleError` when someone changed the row since it was loaded. */
  edit: (change: { seen: Row; fields: Out }) => Promise<unknown>
  /** Where the row has an address. */
  panel: SidePanel
  onSaved: (fields: Out) => void
  fields: (form: AppForm<In>, seen: Row | undefined) => ReactNode
  preview: (form: AppForm<In>) => ReactNode
}

/** Creates or edits a row, with a preview. A live refresh of the list does not change the form. */
export function RowEditorDialog<Row, In extends FieldValues, Out>(props: RowEditorDialogProps<Row, In, Out>) {
  const { editor, row, current, create, edit, panel, onSaved, fields, preview } = props
  const [seen, setSeen] = useState(row)
  const texts = seen ? editor.changed : editor.made
  const form = useAppForm<In, Out, unknown>({
    schema: editor.schema,
    start: editor.read(seen),
    send: (fields, { request }) => (seen ? edit({ seen, fields }) : create({ requestId: request, fields })),
    done: (_, written) => onSaved(written),
    reload: async () => {
      // The row was deleted in the meantime: nothing is left to change.
      if (!current) {
        panel.close()
        return undefined
      }
      setSeen(current)
      return { start: editor.read(current), version: undefined }
    },
    action: texts.failure,
  })
  return (
    <FormDialog form={form} wide title={texts.title} onClose={panel.close} submitLabel={texts.submit} panel={panel}>
      <div className={panel.beside ? styles.column : styles.columns}>
        <div>{fields(form, seen)}</div>
        {preview(form)}
      </div>
    </FormDialog>
  )
}
