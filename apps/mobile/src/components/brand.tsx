import Svg, { Path, Rect } from 'react-native-svg'

/** The brass horn of the logo. Its colors are those of the icon in both themes. */
export function Horn({ size = 20 }: { size?: number }) {
  return (
    <Svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <Rect width="32" height="32" rx="7" fill="#2a2118" />
      <Path d="M6 14.5v3c0 .8.7 1.5 1.5 1.5H11l11 6V7L11 13H7.5C6.7 13 6 13.7 6 14.5Z" fill="#e0b04a" />
      <Path d="M25 11.5a6.5 6.5 0 0 1 0 9" fill="none" stroke="#e0b04a" strokeWidth="2.4" strokeLinecap="round" />
    </Svg>
  )
}
