import ImagePlus from 'lucide-react/icons/image-plus'
import { useState } from 'react'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { PhotoDrop } from '../../../components/ui/photo-drop.tsx'
import { uploadGameImage } from '../../../data/games/console-image-upload.ts'
import { clampSquare, type GameDraft } from './game-draft.ts'

export interface PictureFieldProps {
  userId: string
  draft: GameDraft
  error: string | undefined
  onChange: (change: Partial<GameDraft>) => void
  disabled: boolean
}

/** The game's photo; a lake lies under the board, on which the winning square can be chosen too. */
export function PictureField({ userId, draft, error, onChange, disabled }: PictureFieldProps) {
  const [replacing, setReplacing] = useState(false)
  const lake = draft.type === 'pick_swim'
  const label = lake ? 'Lake photo' : 'Photo'
  const drop = (value: string | null) => (
    <PhotoDrop
      label={label}
      value={value}
      ratio={lake ? 1 : 16 / 9}
      onChange={(imageUrl) => {
        setReplacing(false)
        onChange({ imageUrl })
      }}
      upload={(file, watch) => uploadGameImage(userId, file, watch)}
      action="uploadGameImage"
      error={error}
      disabled={disabled}
    />
  )
  if (!lake) return drop(draft.imageUrl)
  if (!draft.imageUrl) return drop(null)
  const square = Number(clampSquare(draft.answer)) || null
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
        <div className="label lake-label">
          <span>{label}</span>
          <Button
            variant="ghost"
            size="sm"
            icon={<ImagePlus className="i" aria-hidden="true" />}
            disabled={disabled}
            onClick={() => setReplacing(true)}
          >
            Replace
          </Button>
        </div>
      )}
      <SwimBoard
        photoUrl={draft.imageUrl}
        value={square}
        winningSquare={square}
        controls={false}
        onChange={(chosen) => onChange({ answer: `${chosen}` })}
      />
    </div>
  )
}
