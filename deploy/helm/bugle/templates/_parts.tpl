{{- define "bugle.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{/* Of a part: (list $ "http"). */}}
{{- define "bugle.selector" -}}
app.kubernetes.io/name: bugle
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "bugle.labels" -}}
app.kubernetes.io/name: bugle
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "bugle.image" -}}
{{- with .Values.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}{{ end -}}
{{- end }}

{{- define "bugle.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 40
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  # Not at every start: it would open the folder of PostgreSQL to the group, and PostgreSQL refuses such a folder.
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "bugle.container" -}}
image: {{ include "bugle.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ include "bugle.name" . }} }
  {{- if .Values.secrets }}
  - secretRef: { name: {{ include "bugle.name" . }} }
  {{- end }}
  {{- with .Values.existingSecret }}
  - secretRef: { name: {{ . | quote }} }
  {{- end }}
{{- with .Values.extraEnv }}
env: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Of a port: ready may take minutes at the first start, and while the database is away the pod lives on. */}}
{{- define "bugle.probes" -}}
startupProbe: { httpGet: { path: /readyz, port: {{ . }} }, periodSeconds: 2, failureThreshold: 150, timeoutSeconds: 5 }
readinessProbe: { httpGet: { path: /readyz, port: {{ . }} }, periodSeconds: 5, timeoutSeconds: 5 }
livenessProbe: { httpGet: { path: /healthz, port: {{ . }} }, periodSeconds: 10, failureThreshold: 6, timeoutSeconds: 5 }
{{- end }}
