import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { encode, renderSVG } from 'uqr'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { codePicture } from '../code-picture.ts'
import * as styles from '../invitations.module.css'

// The quiet zone around a code has to be four modules wide.
const LOOK = { ecc: 'M', border: 4 } as const
const FILE = 'invitation-qr-code'

/** The address of a link as a QR code, to be photographed from a screen or a poster. */
export function LinkCode({ address }: { address: string }) {
  const [failed, setFailed] = useState(false)
  const picture = renderSVG(address, LOOK)
  const savePng = async () => {
    setFailed(false)
    try {
      saveFile(`${FILE}.png`, await codePicture(encode(address, LOOK).data), 'image/png')
    } catch (error) {
      console.error('code picture', error)
      setFailed(true)
    }
  }
  return (
    <div className={styles.code}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt="QR code of the link to register"
        width={208}
        height={208}
      />
      <div className="cluster wrap">
        <Button
          variant="line"
          size="sm"
          icon={<Download className="icon" aria-hidden="true" />}
          onClick={() => void savePng()}
        >
          Save as PNG
        </Button>
        <Button
          variant="line"
          size="sm"
          icon={<Download className="icon" aria-hidden="true" />}
          onClick={() => saveFile(`${FILE}.svg`, picture, 'image/svg+xml')}
        >
          Save as SVG
        </Button>
      </div>
      {failed && <Banner tone="warn">This browser cannot make the PNG picture. Save the code as SVG instead.</Banner>}
    </div>
  )
}
