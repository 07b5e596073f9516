import '../../styles/option-card.css'

/** Class of a label that is a choice as large as a card: a radio button, and what it stands for. */
export const OPTION_CARD = 'option-card'
