import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { DateTimeField } from '../../../components/console/date-time-field.tsx'
import { StaleNotice } from '../../../components/console/stale-notice.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { GameFields } from '../../../data/games/console-game-save-mutation.ts'
import { prizeChoicesQuery } from '../../../data/games/console-packages-query.ts'
import { gameRefusal } from '../../../data/games/console-status-mutation.ts'
import { bannerText, type FailedAction } from '../../../lib/failure-text.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { SquareField, WeightField } from './answer-field.tsx'
import { checkDraft, type DraftErrors, type GameDraft } from './game-draft.ts'
import { GamePreview } from './game-preview.tsx'
import { PictureField } from './picture-field.tsx'
import { PointsFields } from './points-fields.tsx'
import { PrizeField } from './prize-field.tsx'

export interface GameFormProps {
  userId: string
  initial: GameDraft
  /** Whether the game has an answer already. */
  sealed?: boolean
  submitLabel: string
  action: FailedAction
  save: (fields: GameFields) => Promise<unknown>
  /** Called with every change, e.g. to keep the words for a reload. */
  onDraft?: (draft: GameDraft) => void
  /** Called to see the game as it is now, after somebody else changed it. */
  onReload?: () => void
  /** The way out without saving. */
  cancel: ReactNode
}

/** Everything an admin says about one game, with the board or photo beside it and the members' view on demand. */
export function GameForm(props: GameFormProps) {
  const { userId, initial, sealed = false, submitLabel, action, save, onDraft, onReload, cancel } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(initial)
  // Only what a try to save has found is shown; from then on it follows the typing.
  const [found, setFound] = useState<DraftErrors>({})
  const [failure, setFailure] = useState<{ text: string; reason: string | undefined } | 'stale'>()
  const [busy, setBusy] = useState(false)
  const [preview, setPreview] = useState<GameFields>()
  const saving = useRef(false)
  const packages = useQuery(prizeChoicesQuery())

  const change = (changed: Partial<GameDraft>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    onDraft?.(next)
    const checked = checkDraft(next, sealed)
    const errors = checked.ok ? {} : checked.errors
    setFound((shown) => Object.fromEntries(Object.entries(errors).filter(([field]) => field in shown)))
  }
  const checkAll = (): GameFields | undefined => {
    const checked = checkDraft(draft, sealed)
    setFound(checked.ok ? {} : checked.errors)
    if (checked.ok) return checked.fields
    requestAnimationFrame(() =>
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"], .photo-drop .err')
        ?.focus(),
    )
    return undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current) return
    const fields = checkAll()
    if (!fields) return
    saving.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await save(fields)
    } catch (error) {
      if (error instanceof StaleError) setFailure('stale')
      else setFailure({ text: bannerText(action, error), reason: gameRefusal(error) })
    } finally {
      saving.current = false
      setBusy(false)
    }
  }

  return (
    <form ref={form} className="card pad addg" onSubmit={submit} noValidate>
      <div>
        {failure === 'stale' && onReload && <StaleNotice onReload={onReload} />}
        {typeof failure === 'object' && (
          <Banner tone="danger" className="form-failure" onDismiss={() => setFailure(undefined)}>
            {failure.text}
            {failure.reason && <span className="small"> {failure.reason}</span>}
          </Banner>
        )}
        <Field id={`${id}-title`} label="Title" error={found.title}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={TEXT_LIMITS.title}
              dir="auto"
              autoComplete="off"
              value={draft.title}
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Field
          id={`${id}-description`}
          label="Description"
          counter={{ length: draft.description.length, max: TEXT_LIMITS.gameDescription }}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              dir="auto"
              maxLength={TEXT_LIMITS.gameDescription}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <div className="grid2 form-grid">
          <DateTimeField
            label="Start date"
            value={draft.startDate}
            error={found.startDate}
            onChange={(startDate) => change({ startDate })}
          />
          <DateTimeField
            label="End date"
            value={draft.endDate}
            error={found.endDate}
            onChange={(endDate) => change({ endDate })}
          />
          <PointsFields id={id} draft={draft} errors={found} onChange={change} />
          <PrizeField id={`${id}-prize`} value={draft.packageId} onChange={(packageId) => change({ packageId })} />
          {draft.type === 'pick_swim' && (
            <SquareField id={`${id}-answer`} draft={draft} error={found.answer} onChange={change} />
          )}
          {draft.type === 'guess_weight' && (
            <WeightField id={`${id}-answer`} draft={draft} error={found.answer} onChange={change} />
          )}
        </div>
        <div className="row wrap form-actions">
          <Button type="submit" size="sm" busy={busy}>
            {submitLabel}
          </Button>
          <Button variant="line" size="sm" onClick={() => setPreview(checkAll())}>
            Preview
          </Button>
          {cancel}
        </div>
      </div>
      <PictureField userId={userId} draft={draft} error={found.imageUrl} onChange={change} disabled={busy} />
      <Sheet open={preview !== undefined} onClose={() => setPreview(undefined)} title="As members will see it">
        {preview && (
          <div className="game-preview">
            <GamePreview
              game={preview}
              prize={packages.data?.find((choice) => choice.id === preview.packageId)?.name ?? null}
            />
          </div>
        )}
      </Sheet>
    </form>
  )
}
