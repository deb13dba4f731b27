export default function Page() {
  return 'desk is open'
}
