import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { LIMITS } from '../../../../../contract/src/limits.ts'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { StaleNotice } from '../../../components/console/stale-notice.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Checkbox } from '../../../components/ui/checkbox.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { useUserEditMutation } from '../../../data/users/console-edit-mutation.ts'
import { userQuery } from '../../../data/users/console-user-query.ts'
import { rightsRefusal, usernameRefusal } from '../../../data/users/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { lengthOf, usernameError } from '../user-rules.ts'

export interface EditDialogProps {
  /** As it stood in the list when the dialog opened; undefined keeps the dialog closed. */
  user: UserRow | undefined
  onClose: () => void
}

interface Draft {
  seen: UserRow
  username: string
  isAdmin: boolean
}

const draftOf = (seen: UserRow): Draft => ({ seen, username: seen.username, isAdmin: seen.is_admin })

/** Changes a member's name and rights. */
export function EditDialog({ user, onClose }: EditDialogProps) {
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const edit = useUserEditMutation()
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<Draft>()
  const [error, setError] = useState<string>()
  if (user && draft === undefined) setDraft(draftOf(user))
  const { seen, username, isAdmin } = draft ?? {}

  const close = () => {
    setDraft(undefined)
    setError(undefined)
    edit.reset()
    onClose()
  }
  const refuse = (words: string) => {
    setError(words)
    input.current?.focus()
  }
  const submit = () => {
    if (!draft) return
    const wrong = usernameError(draft.username)
    if (wrong) return refuse(wrong)
    setError(undefined)
    const name = draft.username.trim()
    return edit
      .mutateAsync({
        userId: draft.seen.id,
        seen: { username: draft.seen.username, isAdmin: draft.seen.is_admin },
        username: name,
        isAdmin: draft.isAdmin,
      })
      .then(
        () => {
          toast(`${name} is saved.`)
          close()
        },
        (cause: unknown) => {
          const words = usernameRefusal(cause)
          if (words) refuse(words)
        },
      )
  }
  const reload = async () => {
    if (!seen) return
    const fresh = await queries.fetchQuery(userQuery(seen.id))
    edit.reset()
    if (fresh) setDraft(draftOf(fresh))
    else close()
  }

  const dirty = seen !== undefined && (username !== seen.username || isAdmin !== seen.is_admin)
  return (
    <FormDialog
      open={user !== undefined}
      title={
        <>
          Edit <bdi>{seen?.username}</bdi>
        </>
      }
      onClose={close}
      onSubmit={submit}
      submitLabel="Save"
      busy={edit.isPending}
      disabled={!dirty}
      dirty={dirty}
      failure={
        edit.error && !usernameRefusal(edit.error) && <EditFailure error={edit.error} onReload={() => void reload()} />
      }
    >
      <Field
        id={`${id}-username`}
        label="Username"
        error={error}
        counter={{ length: lengthOf((username ?? '').trim()), max: LIMITS.username }}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            dir="auto"
            autoComplete="off"
            data-autofocus
            value={username ?? ''}
            onChange={(event) => {
              if (draft) setDraft({ ...draft, username: event.target.value })
              setError(undefined)
            }}
          />
        )}
      </Field>
      <div className="field">
        <Checkbox
          label="Admin"
          aria-describedby={`${id}-admin`}
          checked={isAdmin ?? false}
          onChange={(event) => draft && setDraft({ ...draft, isAdmin: event.target.checked })}
        />
        <p className="hint" id={`${id}-admin`}>
          Admins use this console: they see every email address, change points, badges, prizes and games, and can
          suspend, edit and delete anyone else. Only another admin can take this back.
        </p>
      </div>
    </FormDialog>
  )
}

function EditFailure({ error, onReload }: { error: Error; onReload: () => void }) {
  if (error instanceof StaleError) return <StaleNotice onReload={onReload} />
  return <EditBanner error={error} />
}

function EditBanner({ error }: { error: Error }) {
  const words = useMemo(() => bannerText('updateUser', error), [error])
  const reason = rightsRefusal(error)
  return (
    <Banner tone="danger">
      {reason ? (
        <>
          {words}. <span className="small">{reason}</span>
        </>
      ) : (
        words
      )}
    </Banner>
  )
}
