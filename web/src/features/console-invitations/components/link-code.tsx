import Download from 'lucide-react/icons/download'
import { renderSVG } from 'uqr'
import { Button } from '../../../components/ui/button.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import * as styles from '../invitations.module.css'

/** The address of a link as a QR code, to be photographed from a screen or a poster. */
export function LinkCode({ address }: { address: string }) {
  // The quiet zone around a code has to be four modules wide.
  const picture = renderSVG(address, { ecc: 'M', border: 4 })
  return (
    <div className={styles.code}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt="QR code of the link to register"
        width={208}
        height={208}
      />
      <Button
        variant="line"
        size="sm"
        icon={<Download className="icon" aria-hidden="true" />}
        onClick={() => saveFile('invitation-qr-code.svg', picture, 'image/svg+xml')}
      >
        Save QR code
      </Button>
    </div>
  )
}
