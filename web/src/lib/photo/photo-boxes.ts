import type { PhotoBox } from './photo-url.ts'

/** A box whose width follows the window. */
export type WideBox = Required<Pick<PhotoBox, 'width' | 'height'>> & { sizes: string }

/** Picture of an info card, 21:9. */
export const CARD_BOX: WideBox = { width: 1050, height: 450, sizes: '(min-width: 1024px) 66vw, 100vw' }
/** Photo of a lake under its squares. */
export const BOARD_BOX: WideBox = { width: 640, height: 640, sizes: '(min-width: 768px) 640px, 100vw' }
/** Photo at the top of any other game's card. */
export const GAME_BOX: WideBox = { width: 640, height: 360, sizes: '100vw' }
