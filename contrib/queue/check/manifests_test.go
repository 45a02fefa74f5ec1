// Package check reads the files of contrib/queue as those who run them do: the compose file by compose's own loader, which
// checks it against the schema of the Compose Specification; the manifests into Kubernetes' types, refusing fields that they
// do not have. It is a module of its own, so that craig does not depend on either.
package check

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	apps "k8s.io/api/apps/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

func compose(t *testing.T, file string) error {
	t.Helper()
	o, err := cli.NewProjectOptions([]string{file}, cli.WithName("craig"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.LoadProject(context.Background())
	return err
}

func TestCompose(t *testing.T) {
	if err := compose(t, "../compose.yaml"); err != nil {
		t.Error(err)
	}
	text, _ := os.ReadFile("../compose.yaml")
	broken := t.TempDir() + "/compose.yaml"
	if err := os.WriteFile(broken, bytes.Replace(text, []byte("stop_signal"), []byte("stop_sgnal"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if compose(t, broken) == nil {
		t.Error("a misspelt key is accepted: the check checks nothing")
	}
}

func TestWorkers(t *testing.T) {
	text, err := os.ReadFile("../workers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	documents := strings.Split(string(text), "\n---\n")
	var d apps.Deployment
	if err := yaml.UnmarshalStrict([]byte(documents[0]), &d); err != nil {
		t.Error(err)
	}
	pod := d.Spec.Template
	if d.APIVersion != "apps/v1" || d.Kind != "Deployment" || d.Spec.Selector.MatchLabels["app"] != pod.Labels["app"] || len(pod.Spec.Containers) != 1 {
		t.Errorf("%+v", d)
	}
	if c := pod.Spec.Containers[0]; c.Resources.Limits.Memory().Cmp(*c.Resources.Requests.Memory()) != 0 || c.VolumeMounts[0].Name != pod.Spec.Volumes[0].Name {
		t.Errorf("%+v", c)
	}
	var b policy.PodDisruptionBudget
	if err := yaml.UnmarshalStrict([]byte(documents[1]), &b); err != nil || b.Kind != "PodDisruptionBudget" || b.Spec.Selector.MatchLabels["app"] != pod.Labels["app"] {
		t.Error(err, b)
	}
	if yaml.UnmarshalStrict([]byte(strings.Replace(documents[0], "replicas", "replcas", 1)), &d) == nil {
		t.Error("a misspelt key is accepted: the check checks nothing")
	}
}
