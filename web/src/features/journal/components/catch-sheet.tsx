import { useState } from 'react'
import { VARIETY_NAME, varietyNoun } from '../../../components/catch/varieties.ts'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { useCatchDeleteMutation } from '../../../data/catches/catch-mutations.ts'
import type { RecordOffer as Offer } from '../../../data/catches/offers-query.ts'
import type { Catch } from '../../../data/catches/pages-query.ts'
import { catchRefusal } from '../../../data/catches/refusal.ts'
import { formatWholeDay } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../catch-sheet.module.css'
import { usePostIt } from '../use-post-it.ts'
import { VISIBILITY_NAME } from '../words.ts'
import { useCatchPhoto } from './catch-photo.tsx'
import { EditForm } from './edit-form.tsx'
import { RecordOffer } from './record-offer.tsx'

export interface CatchSheetProps {
  one: Catch
  unit: WeightUnit
  userId: string
  /** The angler's own catch: may be changed, deleted and posted. */
  isOwn: boolean
  /** What became of the viewer's offers for the club records; undefined while they are not known. */
  offers: ReadonlyMap<string, Offer> | undefined
  /** The viewer may remove what another member shares. */
  mayRemove: boolean
  isSuspended: boolean
  onClose: () => void
}

/** A catch with its photo and words, and what the viewer may do with it. */
export function CatchSheet(props: CatchSheetProps) {
  const { one, unit, userId, isOwn, offers, mayRemove, isSuspended, onClose } = props
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view')
  const toast = useToast()
  const remove = useCatchDeleteMutation()
  const { post, isBusy } = usePostIt(userId, unit)
  const offer = offers?.get(one.id)
  const weight = formatGrams(one.grams, unit)
  const mayChange = isOwn && !isSuspended
  const confirmed = async () => {
    try {
      // Its own promise: the sheet may have left the page with the row by then.
      await remove.mutateAsync(one.id)
      toast(isOwn ? 'Catch deleted.' : 'Catch removed.')
      onClose()
    } catch {
      // The dialog says why.
    }
  }
  if (mode === 'delete')
    return (
      <ConfirmDialog
        open
        title={isOwn ? 'Delete this catch?' : 'Remove this catch?'}
        text={
          isOwn
            ? `Your ${weight} ${varietyNoun(one.variety)} leaves your journal for good, with its photo.${offer?.state === 'verified' ? ' It then counts for no record.' : ''}`
            : `The ${weight} ${varietyNoun(one.variety)} leaves the member’s journal for good. This is recorded.`
        }
        failure={
          remove.error && (
            <RefusalBanner
              action={journalFailureText.deleteCatch}
              error={remove.error}
              reason={isOwn ? catchRefusal(remove.error) : undefined}
              onDismiss={remove.reset}
            />
          )
        }
        confirmLabel={isOwn ? 'Delete' : 'Remove'}
        busy={remove.isPending}
        onConfirm={() => void confirmed()}
        onCancel={() => setMode('view')}
      />
    )
  if (mode === 'edit')
    return (
      <Sheet open onClose={() => setMode('view')} title="Edit the catch">
        <EditForm
          userId={userId}
          one={one}
          unit={unit}
          record={offer?.state}
          onDone={() => {
            toast('Catch saved.')
            onClose()
          }}
          onCancel={() => setMode('view')}
        />
      </Sheet>
    )
  return (
    <Sheet open onClose={onClose} title={`${weight} ${varietyNoun(one.variety)}`}>
      <div className={styles.content}>
        {one.photo_path !== null && (
          <WholePhoto path={one.photo_path} alt={`${VARIETY_NAME[one.variety]}, ${weight}`} />
        )}
        <p className="muted">
          {formatWholeDay(one.caught_on)}
          {one.visibility && `. Who can see it: ${VISIBILITY_NAME[one.visibility]}`}
        </p>
        {one.words !== '' && (
          <p className={styles.words} dir="auto">
            {one.words}
          </p>
        )}
        {isOwn && offers && <RecordOffer one={one} offer={offer} mayChange={mayChange} />}
      </div>
      <div className="sheet-actions">
        {mayChange && (
          <>
            <Button variant="line" onClick={() => setMode('delete')}>
              Delete
            </Button>
            <Button variant="line" onClick={() => setMode('edit')}>
              Edit
            </Button>
            <Button busy={isBusy} onClick={() => void post(one, one.is_best ? 'Personal best' : undefined)}>
              Share it in News
            </Button>
          </>
        )}
        {!isOwn && mayRemove && (
          <Button variant="danger" onClick={() => setMode('delete')}>
            Remove
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function WholePhoto({ path, alt }: { path: string; alt: string }) {
  const { url, isError } = useCatchPhoto(path, 'whole')
  if (!url) return isError ? <Photo url="" alt={alt} width={640} height={480} /> : <Skeleton height={280} />
  return (
    <PhotoButton className={styles.photo} label="Open the photo" title={alt} photos={[{ url, alt }]}>
      <Photo url={url} alt={alt} width={640} height={480} />
    </PhotoButton>
  )
}
