import ImagePlus from 'lucide-react/icons/image-plus'
import { useState } from 'react'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { useFormField } from '../../../components/form/fields.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { PhotoDrop } from '../../../components/ui/photo-drop.tsx'
import { uploadGameImage } from '../../../data/games/console-image-upload.ts'
import type { GameType } from '../../../data/games/game.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import * as styles from './game-form.module.css'
import { clampSquare, type GameValues } from './game-schema.ts'

export interface PictureFieldProps {
  userId: string
  form: AppForm<GameValues>
  type: GameType
  /** The game is running: the answer cannot be chosen on the board. */
  running: boolean
  /** Members have chosen squares on this photo, so it cannot change. */
  fixed: boolean
}

/** The game's photo; a lake photo is shown under the board, where the winning square can be chosen too. */
export function PictureField({ userId, form, type, running, fixed }: PictureFieldProps) {
  const picture = useFormField<string | null>(form, 'imageUrl')
  const [replacing, setReplacing] = useState(false)
  const lake = type === 'pick_swim'
  const label = lake ? 'Lake photo' : 'Photo'
  const drop = (value: string | null) => (
    <PhotoDrop
      label={label}
      value={value}
      ratio={lake ? 1 : 16 / 9}
      onChange={(imageUrl) => {
        setReplacing(false)
        picture.change(imageUrl)
      }}
      upload={(file, watch) => uploadGameImage(userId, file, watch)}
      action={consoleFailureText.uploadGameImage}
      error={picture.error}
      disabled={form.busy}
    />
  )
  if (!lake) return drop(picture.value)
  if (!picture.value) return drop(null)
  const square = Number(clampSquare(form.values.answer)) || null
  return (
    <div>
      {replacing ? (
        <>
          {drop(null)}
          <Button variant="ghost" size="sm" onClick={() => setReplacing(false)}>
            Keep the photo
          </Button>
        </>
      ) : (
        <div className={`label ${styles.pictureLabel}`}>
          <span>{label}</span>
          {!fixed && (
            <Button
              variant="ghost"
              size="sm"
              icon={<ImagePlus className="icon" aria-hidden="true" />}
              disabled={form.busy}
              onClick={() => setReplacing(true)}
            >
              Replace
            </Button>
          )}
        </div>
      )}
      <SwimBoard
        compact
        photoUrl={picture.value}
        value={square}
        winningSquare={square}
        controls={false}
        readOnly={running}
        onChange={(chosen) => form.change({ answer: `${chosen}` })}
      />
    </div>
  )
}
