import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useRef } from 'react'
import { SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import { copyText } from '../../../lib/copy-text.ts'
import * as styles from '../referrals.module.css'

/** A link to copy or to share. */
export function LinkField({ path }: { path: string }) {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [copied, showCopied] = usePassingText(SHOWN_MS.copied)
  const link = `${window.location.origin}${path}`

  const copy = async () => {
    const done = await copyText(link, field.current)
    if (done) {
      button.current?.focus()
      showCopied('Copied!')
    }
  }

  return (
    <div className={styles.link}>
      <input
        ref={field}
        className="input"
        readOnly
        aria-label="Your referral link"
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <Button
        ref={button}
        icon={copied ? <Check className="icon" aria-hidden="true" /> : <Copy className="icon" aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {copied ?? 'Copy Link'}
      </Button>
      {typeof navigator.share === 'function' && (
        <ShareButton path={path} title="Join me at the club" label="Share link" />
      )}
      <span className="visually-hidden" role="status">
        {copied}
      </span>
    </div>
  )
}
