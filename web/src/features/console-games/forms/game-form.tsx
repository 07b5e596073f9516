import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { MomentField } from '../../../components/console/moment-field.tsx'
import { SaveFailure } from '../../../components/console/save-failure.tsx'
import { AreaField, TextField } from '../../../components/form/fields.tsx'
import { Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import type { GameFields } from '../../../data/games/console-game-save-mutation.ts'
import { prizeChoicesQuery } from '../../../data/games/console-packages-query.ts'
import { gameRefusal } from '../../../data/games/console-refusal.ts'
import type { GameType } from '../../../data/games/game.ts'
import type { FailedAction } from '../../../lib/failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { useListAddress } from '../use-list-address.ts'
import { SquareField, WeightField } from './answer-field.tsx'
import { Fixed, FixedMoment } from './fixed-field.tsx'
import * as styles from './game-form.module.css'
import { GamePreview } from './game-preview.tsx'
import { canMoveEnd, correctionSchema, type GameValues, gameSchema } from './game-schema.ts'
import { PictureField } from './picture-field.tsx'
import { PointsFields } from './points-fields.tsx'
import { PrizeField } from './prize-field.tsx'

export interface GameFormProps {
  userId: string
  type: GameType
  /** The start values of the form. */
  start: GameValues
  /** Name under which drafts of the form are kept. */
  keep: string
  /** Whether the game already has an answer. */
  sealed?: boolean
  /** The game as it was when the form opened, if it is running: fields that members rely on are then fixed. */
  running?: ConsoleGame | undefined
  submitLabel: string
  action: FailedAction
  /** `requestId` is the same for every attempt, so that a game is created once. */
  save: (game: { requestId: string; fields: GameFields }) => Promise<unknown>
  onSaved: (fields: GameFields) => void
  /** Called to load the current game, after someone else changed it. */
  onReload?: () => void
}

/** All fields of one game, with the board or photo beside them and a preview on demand. */
export function GameForm(props: GameFormProps) {
  const { userId, type, start, keep, sealed = false, running, submitLabel, action, save, onSaved, onReload } = props
  const list = useListAddress()
  const [preview, setPreview] = useState<GameFields>()
  const packages = useQuery(prizeChoicesQuery())
  const schema = useMemo(() => (running ? correctionSchema(running) : gameSchema(type)), [running, type])
  const form = useAppForm<GameValues, GameFields, unknown>({
    schema,
    start,
    writer: userId,
    keep,
    send: (fields, { request }) => save({ requestId: request, fields }),
    done: (_, fields) => onSaved(fields),
    reload: async () => {
      onReload?.()
      return { start, version: undefined }
    },
    action,
    reason: gameRefusal,
  })
  const entered = running !== undefined && running.entryCount > 0

  return (
    <Form form={form} className={`card padded ${styles.form}`}>
      <div>
        <TextField form={form} name="title" label="Title" maxLength={TEXT_LIMITS.title} dir="auto" autoComplete="off" />
        <AreaField
          form={form}
          name="description"
          label="Description"
          counted
          rows={3}
          maxLength={TEXT_LIMITS.gameDescription}
        />
        <div className={`field-pair ${styles.fields}`}>
          {running ? (
            <FixedMoment label="Start date" moment={running.startDate} />
          ) : (
            <MomentField form={form} name="startDate" label="Start date" />
          )}
          {entered && !canMoveEnd(running, new Date(serverNow())) ? (
            <FixedMoment label="End date" moment={running.endDate} />
          ) : (
            <MomentField form={form} name="endDate" label="End date" />
          )}
          <PointsFields form={form} type={type} />
          {entered && running.packageId !== null ? (
            <Fixed label="Prize package">{running.packageName}</Fixed>
          ) : (
            <PrizeField form={form} />
          )}
          {!running && type === 'pick_swim' && <SquareField form={form} sealed={sealed} />}
          {!running && type === 'guess_weight' && <WeightField form={form} sealed={sealed} />}
        </div>
        <SaveFailure form={form} />
        <div className={`cluster wrap ${styles.formActions}`}>
          <SendButton form={form} size="sm">
            {submitLabel}
          </SendButton>
          <Button
            variant="line"
            size="sm"
            onClick={async () => {
              if (await form.check()) setPreview(schema.parse(form.values))
            }}
          >
            Preview
          </Button>
          <ButtonLink to={list} variant="ghost" size="sm" onClick={form.discard}>
            Cancel
          </ButtonLink>
        </div>
      </div>
      <PictureField
        userId={userId}
        form={form}
        type={type}
        running={running !== undefined}
        fixed={entered && type === 'pick_swim'}
      />
      <Sheet open={preview !== undefined} onClose={() => setPreview(undefined)} title="As members will see it">
        {preview && (
          <GamePreview
            game={preview}
            prize={packages.data?.find((choice) => choice.id === preview.packageId)?.name ?? null}
          />
        )}
      </Sheet>
    </Form>
  )
}
